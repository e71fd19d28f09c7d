import { clsx } from 'clsx'
import { FailedIcon } from '#components/ui/failed-icon.tsx'
import { fill } from '#lib/fill.ts'
import { MarkedText } from '#lib/marked-text.tsx'
import * as texts from './texts.ts'

/** Dot that marks a value as changed from its default. Pressing the dot restores the default. */
export function ResetDot({ label, onClick }: { label: string; onClick: () => void }) {
  return (
    <button
      type="button"
      onClick={onClick}
      aria-label={fill(texts.fieldChangedResetToDefault, label)}
      title={texts.changedResetToDefault}
      className="-m-2 grid size-6 flex-none place-items-center rounded-full before:size-1.5 before:rounded-full before:bg-accent hover:before:ring-2 hover:before:ring-accent-soft"
    />
  )
}

/** Shows the fault of a field, or its help text if it has no fault. */
export function FieldNote({ id, fault, help }: { id: string; fault: string | undefined; help: string | undefined }) {
  const note = fault ?? help
  if (!note) return null
  return (
    <p id={id} className={clsx('flex items-start gap-1.5 text-xs', fault ? 'text-danger' : 'text-ink-3')}>
      {fault ? <FailedIcon className="mt-px size-3.5" /> : null}
      <span className="wrap-anywhere">
        <MarkedText text={note} />
      </span>
    </p>
  )
}
