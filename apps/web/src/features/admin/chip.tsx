import { X } from 'lucide-react'
import type { ReactNode } from 'react'

interface ChipProps {
  lead?: ReactNode
  text: string
  /** Text that distinguishes the chip from others with the same text, such as an email address. */
  note?: string | undefined
  mono?: boolean
  title?: string
  remove: string
  onRemove: () => void
}

/** A grant or a holder with a button to remove it. */
export function Chip({ lead, text, note, mono = false, title, remove, onRemove }: ChipProps) {
  return (
    <span
      title={title}
      className="inline-flex h-7 max-w-full items-center gap-1.5 rounded-md border border-line-strong pl-2 touch:h-11"
    >
      {lead}
      <span className={mono ? 'mono-sm truncate' : 'truncate'}>{text}</span>
      {note ? <span className="max-w-3/5 flex-none truncate text-xs text-ink-3">{note}</span> : null}
      <button
        type="button"
        aria-label={remove}
        onClick={onRemove}
        className="-ml-1.5 grid h-full w-7 flex-none place-items-center text-ink-3 hover:text-ink touch:w-11"
      >
        <X className="icon-sm" />
      </button>
    </span>
  )
}
