import type { ReactNode } from 'react'

export function VisitHeading({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="mb-4">
      <h1 className="text-xl font-semibold">{title}</h1>
      <p className="text-md text-ink-2">{children}</p>
    </div>
  )
}
