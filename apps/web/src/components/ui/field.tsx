import { clsx } from 'clsx'
import { type ReactNode, use, useId } from 'react'
import { MarkedText } from '#lib/marked-text.tsx'
import { FailedIcon } from './failed-icon.tsx'
import { FieldFaultsContext } from './field-faults.ts'

/** The attributes that connect an input with its label, help and error. */
export interface FieldControl {
  id: string
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
}

export interface FieldProps {
  label: ReactNode
  /** Shown to the right of the label: a range, a link. */
  aside?: ReactNode
  help?: ReactNode
  error?: string | undefined
  className?: string | undefined
  /** The JSON pointer of the value that the field edits, for links to the field. */
  pointer?: string | undefined
  children: (control: FieldControl) => ReactNode
}

/** Label above, help or error below. Spread the passed props onto the input: id, description, validity. */
export function Field({ label, aside, help, error: known, className, pointer, children }: FieldProps) {
  const id = useId()
  const error = use(FieldFaultsContext)[id] ?? known
  const note = error ?? help
  return (
    <div data-pointer={pointer} className={clsx('grid gap-1', className)}>
      <div className="flex items-center gap-1.5">
        <label htmlFor={id} className="font-medium">
          {label}
        </label>
        {aside ? <span className="ml-auto text-xs text-ink-3">{aside}</span> : null}
      </div>
      {children({ id, 'aria-describedby': note ? `${id}-note` : undefined, 'aria-invalid': error ? true : undefined })}
      {note ? (
        <p id={`${id}-note`} className={clsx('flex items-start gap-1.5 text-xs', error ? 'text-danger' : 'text-ink-3')}>
          {error ? <FailedIcon className="mt-px size-3.5" /> : null}
          <span>{error ? <MarkedText text={error} /> : note}</span>
        </p>
      ) : null}
    </div>
  )
}
