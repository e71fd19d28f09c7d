import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ErrorView } from '#components/ui/error-view.tsx'
import { processingStepQueries } from '#features/processing-steps/processing-steps.queries.ts'
import { StepsPending } from './steps-pending.tsx'
import * as texts from './texts.ts'

/** Shown in place of an empty list of steps: a skeleton, or the error that occurred while loading. */
export function MissingSteps() {
  const { isPending, data, error } = useQuery(processingStepQueries.lookup())
  const queryClient = useQueryClient()
  if (data) return null
  if (isPending) {
    return (
      <div role="status" aria-label={texts.loading} className="flex min-h-0 flex-1 flex-col">
        <StepsPending />
      </div>
    )
  }
  if (!error) return null
  const retry = () => void queryClient.refetchQueries({ queryKey: processingStepQueries.all })
  return (
    <div className="-mx-4">
      <ErrorView title={texts.stepsCouldNotBeLoaded} error={error} onRetry={retry} isNarrow />
    </div>
  )
}
