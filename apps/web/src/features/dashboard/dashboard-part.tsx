import type { DashboardFailure, DashboardPart } from '@millrace/contracts/dashboard'
import type { ReactNode } from 'react'
import { ErrorView } from '#components/ui/error-view.tsx'
import { SectionHead } from '#components/ui/page-head.tsx'
import { ApiProblem } from '#lib/api.ts'

interface PartProps {
  title: string
  /** What the section shows. */
  of: readonly DashboardPart[]
  failures: readonly DashboardFailure[]
  onRetry: () => void
  children: ReactNode
}

/** A section, or the reason why the server could not read it. The other sections stay. */
export function Part({ title, of, failures, onRetry, children }: PartProps) {
  const failure = failures.find(({ Part }) => of.includes(Part))
  if (!failure) return children
  return (
    <section aria-label={title}>
      <SectionHead title={title} />
      <div className="-mx-6 border-t border-line">
        <ErrorView
          title="This section could not be loaded"
          error={new ApiProblem(failure.Problem.status, '', failure.Problem)}
          onRetry={onRetry}
        />
      </div>
    </section>
  )
}
