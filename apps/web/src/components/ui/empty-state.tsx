import type { ReactNode } from 'react'

interface EmptyStateProps {
  title: string
  /** 1 if the page has no other title. */
  level?: 1 | 2
  /** One sentence. */
  children?: ReactNode
  /** One verb. */
  action?: ReactNode
  /** A realistic sample of what will be shown here, behind the words. */
  ghost?: ReactNode
}

/** Nothing here yet, and what to do about it. */
export function EmptyState({ title, level = 2, children, action, ghost }: EmptyStateProps) {
  const Heading = `h${level}` as const
  return (
    <div className="relative grid min-h-72 flex-1 grid-cols-1 place-items-center overflow-hidden px-6 py-10">
      {ghost ? (
        <div aria-hidden="true" className="absolute inset-0 mask-b-from-10% mask-b-to-90% opacity-60">
          {ghost}
        </div>
      ) : null}
      <div className="relative grid max-w-96 grid-cols-1 justify-items-center gap-1 rounded-xl bg-surface px-6 py-4 text-center">
        <Heading className="text-lg font-semibold">{title}</Heading>
        {children ? <p className="text-md text-ink-2">{children}</p> : null}
        {action ? <div className="mt-3 flex max-w-full flex-wrap justify-center gap-2">{action}</div> : null}
      </div>
    </div>
  )
}

/** Rows as they would look, for the ghost of a list. */
export function GhostRows({ rows = 8 }: { rows?: number }) {
  return [...Array(rows).keys()].map((at) => (
    <div key={at} className="flex h-(--row) items-center gap-6 border-b border-line px-6">
      <span className="size-3.5 rounded-full border border-line-strong" />
      <span className="h-2 rounded-sm bg-line" style={{ width: `${18 + ((at * 7) % 14)}%` }} />
      <span className="h-2 rounded-sm bg-line" style={{ width: `${24 + ((at * 11) % 18)}%` }} />
    </div>
  ))
}
