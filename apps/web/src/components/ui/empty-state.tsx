import type { ReactNode } from 'react'

interface EmptyStateProps {
  title: string
  /** 1 if the page has no other title. */
  level?: 1 | 2
  /** One sentence. */
  children?: ReactNode
  /** One verb. */
  action?: ReactNode
}

/** Nothing here yet, and what to do about it. */
export function EmptyState({ title, level = 2, children, action }: EmptyStateProps) {
  const Heading = `h${level}` as const
  return (
    <div className="grid min-h-72 flex-1 grid-cols-1 place-items-center px-6 py-10">
      <div className="grid max-w-96 grid-cols-1 justify-items-center gap-1 px-6 py-4 text-center">
        <Heading className="text-lg font-semibold">{title}</Heading>
        {children ? <p className="text-md text-ink-2">{children}</p> : null}
        {action ? <div className="mt-3 flex max-w-full flex-wrap justify-center gap-2">{action}</div> : null}
      </div>
    </div>
  )
}
