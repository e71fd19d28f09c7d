import type { Fault } from '@millrace/contracts/problems'
import { plural } from '#lib/format.ts'
import * as texts from './texts.ts'

const SHOWN = 100

export function FaultList({ faults }: { faults: readonly Fault[] }) {
  return (
    <ul aria-label={texts.problems} className="scroll-thin grid max-h-72 gap-1.5 overflow-y-auto">
      {faults.slice(0, SHOWN).map(({ pointer, message }) => (
        <li key={`${pointer} ${message}`} className="text-sm text-ink">
          {message}
          {pointer ? <span className="mono-sm block text-ink-3 wrap-anywhere">{pointer}</span> : null}
        </li>
      ))}
      {faults.length > SHOWN ? <li className="text-ink-3">{plural(faults.length - SHOWN, 'more problem')}</li> : null}
    </ul>
  )
}
