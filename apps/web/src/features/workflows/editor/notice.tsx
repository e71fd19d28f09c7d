import type { ReactNode } from 'react'

/** A message below the toolbar of the editor, with buttons to resolve it. */
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
