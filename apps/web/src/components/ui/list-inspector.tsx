import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { useKeys } from '#lib/keys.ts'
import { softHyphens } from '#lib/soft-hyphens.ts'
import { useInspectorRoom } from '#lib/use-media.ts'
import { IconButton } from './icon-button.tsx'
import { Sheet } from './sheet.tsx'
import * as texts from './texts.ts'

interface ListInspectorProps {
  title: string
  lead?: ReactNode
  note?: ReactNode
  onClose: () => void
  children: ReactNode
}

/** The details of a list’s open row: beside the list, or in a sheet if there is no room. Escape closes them. */
export function ListInspector(props: ListInspectorProps) {
  return useInspectorRoom() ? <Beside {...props} /> : <Over {...props} />
}

function Beside({ title, lead, note, onClose, children }: ListInspectorProps) {
  useKeys({ escape: onClose })
  return (
    <aside
      aria-label={title}
      className="scroll-thin flex w-80 flex-none flex-col gap-[18px] overflow-y-auto border-l border-line px-6 py-4"
    >
      <header className="flex items-start gap-3">
        {lead}
        <div className="min-w-0 flex-1">
          <h2 className="text-lg font-semibold wrap-anywhere">{softHyphens(title)}</h2>
          {note ? <div className="text-xs text-ink-3 wrap-anywhere">{note}</div> : null}
        </div>
        <IconButton size="sm" label={texts.close} icon={<X />} onClick={onClose} />
      </header>
      {children}
    </aside>
  )
}

function Over({ title, lead, note, onClose, children }: ListInspectorProps) {
  return (
    <Sheet open onClose={onClose} title={softHyphens(title)} lead={lead} width="narrow">
      <div className="flex flex-col gap-[18px] px-6 py-4 phone:px-4">
        {note ? <div className="text-xs text-ink-3 wrap-anywhere">{note}</div> : null}
        {children}
      </div>
    </Sheet>
  )
}
