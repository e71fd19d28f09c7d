import { useQuery, useQueryClient } from '@tanstack/react-query'
import { RotateCw } from 'lucide-react'
import { Button } from '#components/ui/button.tsx'
import { ErrorDetails } from '#components/ui/error-view.tsx'
import { FailedIcon } from '#components/ui/failed-icon.tsx'
import { processingStepQueries } from '#features/processing-steps/processing-steps.queries.ts'
import { StepsPending } from './steps-pending.tsx'
import * as texts from './texts.ts'

/** What the list of steps shows while it has none: a skeleton, or that they could not be loaded. */
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
  return (
    <div role="alert" className="grid justify-items-start gap-2 px-2 py-1.5">
      <span className="flex gap-2 font-medium">
        <span className="pt-0.5 text-danger">
          <FailedIcon />
        </span>
        {texts.stepsCouldNotBeLoaded}
      </span>
      {error ? <p className="pl-6 text-xs text-ink-2 wrap-anywhere">{error.message}</p> : null}
      <Button
        size="sm"
        icon={<RotateCw aria-hidden="true" className="icon-sm" />}
        onClick={() => void queryClient.refetchQueries({ queryKey: processingStepQueries.all })}
      >
        {texts.tryAgain}
      </Button>
      {error ? <ErrorDetails error={error} /> : null}
    </div>
  )
}
