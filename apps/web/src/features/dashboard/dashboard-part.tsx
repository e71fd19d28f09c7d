import type { DashboardFailure, DashboardPart } from '@millrace/contracts/dashboard'
import { lazy, type ReactNode, Suspense } from 'react'

const FailedPart = lazy(() => import('./failed-part.tsx').then((module) => ({ default: module.FailedPart })))

export interface PartProps {
  title: string
  /** The parts of the document that the section shows. */
  of: readonly DashboardPart[]
  failures: readonly DashboardFailure[] | undefined
  onRetry: () => void
  children: ReactNode
}

/** A section, or the reason why the server could not read its data. All other sections are still shown. */
export function Part({ of, failures, children, ...rest }: PartProps) {
  const failure = failures?.find(({ Part }) => of.includes(Part))
  if (!failure) return children
  return (
    <Suspense>
      <FailedPart {...rest} problem={failure.Problem} />
    </Suspense>
  )
}
