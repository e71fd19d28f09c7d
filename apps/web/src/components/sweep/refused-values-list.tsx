import { plural } from '#lib/format.ts'
import type { RefusedValues } from '#lib/refused-values.ts'
import * as texts from './texts.ts'

const SHOWN = 20

interface RefusedValuesListProps {
  error: RefusedValues
  /** Formats a value as the form shows it, such as `Window 51`. */
  words: (name: string, value: unknown) => string
}

/** Lists the values of a sweep that were refused, and why. */
export function RefusedValuesList({ error: { values, shared }, words }: RefusedValuesListProps) {
  const ofValues = values.map(({ name, value, message }) => `${words(name, value)}: ${message}`)
  // A value that several jobs use is refused once for each job, so duplicates are removed.
  const lines = [...new Set([...ofValues, ...shared.map(({ message }) => message)])]
  return (
    <ul aria-label={texts.refusedValues} className="scroll-thin grid max-h-40 gap-1 overflow-y-auto">
      {lines.slice(0, SHOWN).map((line) => (
        <li key={line} className="wrap-anywhere">
          {line}
        </li>
      ))}
      {lines.length > SHOWN ? <li className="text-ink-3">{plural(lines.length - SHOWN, 'more value')}</li> : null}
    </ul>
  )
}
