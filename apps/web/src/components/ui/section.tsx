import { clsx } from 'clsx'
import { type ReactNode, useId } from 'react'

interface SectionProps {
  title: string
  count?: ReactNode
  /** One sentence below the title. */
  help?: ReactNode
  actions?: ReactNode
  className?: string
  children?: ReactNode
}

/** A section of a settings page, separated from the previous section by a line. */
export function Section({ title, count, help, actions, className, children }: SectionProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} className={clsx('border-t border-line py-5 first:border-t-0', className)}>
      <div className="flex min-h-7 flex-wrap items-center gap-x-3 gap-y-2">
        <div className={clsx('min-w-0 flex-1', help && 'basis-52')}>
          <h2 className="font-semibold">
            <span id={id}>{title}</span>
            {count === undefined ? null : <span className="ml-2 font-normal text-ink-3">{count}</span>}
          </h2>
          {help ? <p className="text-xs text-ink-3 wrap-anywhere">{help}</p> : null}
        </div>
        {actions ? <div className="flex flex-wrap items-center gap-2">{actions}</div> : null}
      </div>
      {children ? <div className="mt-3">{children}</div> : null}
    </section>
  )
}
