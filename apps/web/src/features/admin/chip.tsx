import { X } from 'lucide-react'

interface ChipProps {
  text: string
  mono?: boolean
  title?: string
  /** The name of the button that removes it. */
  remove: string
  onRemove: () => void
}

/** A grant or a holder with a button to remove it. */
export function Chip({ text, mono = false, title, remove, onRemove }: ChipProps) {
  return (
    <span
      title={title}
      className="inline-flex h-7 max-w-full items-center rounded-md border border-line-strong pl-2 touch:h-11"
    >
      <span className={mono ? 'mono-sm truncate' : 'truncate'}>{text}</span>
      <button
        type="button"
        aria-label={remove}
        onClick={onRemove}
        className="grid h-full w-7 flex-none place-items-center text-ink-3 hover:text-ink touch:w-11"
      >
        <X className="icon-sm" aria-hidden="true" />
      </button>
    </span>
  )
}
