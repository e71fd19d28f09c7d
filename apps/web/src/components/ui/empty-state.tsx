import { clsx } from 'clsx'
import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'

interface EmptyStateProps {
  title: string
  /** The icon of a list that has never had a row. The list’s tools and other buttons are hidden then. */
  icon?: LucideIcon
  /** Shown instead of the icon. Nothing is hidden then. */
  mark?: ReactNode
  /** 1 if the page has no other title. */
  level?: 1 | 2
  /** One sentence. */
  children?: ReactNode
  /** One button. */
  action?: ReactNode
}

/** An empty page or list, and what to do about it. */
export function EmptyState({
  title,
  icon: Icon,
  mark = Icon && <Icon aria-hidden="true" className="size-6" />,
  level = 2,
  children,
  action,
}: EmptyStateProps) {
  const Heading = `h${level}` as const
  return (
    <div
      data-nothing-yet={Icon ? true : undefined}
      className={clsx(
        'grid min-h-72 flex-1 grid-cols-1 justify-items-center px-6 pb-[12dvh] short:min-h-0 short:flex-none short:pt-1',
        mark ? 'items-center pt-10' : 'content-start pt-[14dvh]',
      )}
    >
      <div className="grid max-w-110 grid-cols-1 justify-items-center gap-1 text-center text-balance">
        {mark ? (
          <span className="mb-3 grid size-12 place-items-center rounded-lg bg-tag text-ink-2">{mark}</span>
        ) : null}
        <Heading className="text-lg font-semibold">{title}</Heading>
        {children ? <p className="text-md text-ink-2">{children}</p> : null}
        {action ? <div className="mt-4 flex max-w-full flex-wrap justify-center gap-2">{action}</div> : null}
      </div>
    </div>
  )
}
