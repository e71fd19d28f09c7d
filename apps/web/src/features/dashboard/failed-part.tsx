import type { DashboardFailure } from '@millrace/contracts/dashboard'
import { ErrorView } from '#components/ui/error-view.tsx'
import { SectionHead } from '#components/ui/page-head.tsx'
import { ApiProblem } from '#lib/api.ts'
import * as texts from './texts.ts'

interface FailedPartProps {
  title: string
  problem: DashboardFailure['Problem']
  onRetry: () => void
}

/** Replaces a section that the server could not read: says why, with a retry button. */
export function FailedPart({ title, problem, onRetry }: FailedPartProps) {
  return (
    <section aria-label={title}>
      <SectionHead title={title} />
      <div className="-mx-6 border-t border-line">
        <ErrorView
          title={texts.thisSectionCouldNotBeLoaded}
          error={new ApiProblem(problem.status, '', problem)}
          onRetry={onRetry}
        />
      </div>
    </section>
  )
}
