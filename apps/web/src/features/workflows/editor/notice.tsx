import type { ReactNode } from 'react'

/** A line below the bar of the editor, with what can be done about it. */
export function Notice({ children }: { children: ReactNode }) {
  return (
    <p
      role="status"
      className="flex flex-none flex-wrap items-center gap-2 border-b border-line bg-info-soft px-4 py-1.5"
    >
      {children}
    </p>
  )
}
