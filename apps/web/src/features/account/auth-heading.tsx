import type { ReactNode } from 'react'

export function AuthHeading({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className="mb-6">
      <h1 className="text-2xl leading-9 font-semibold text-balance wrap-anywhere">{title}</h1>
      {children ? <p className="mt-1 text-md text-ink-2 wrap-anywhere">{children}</p> : null}
    </div>
  )
}
