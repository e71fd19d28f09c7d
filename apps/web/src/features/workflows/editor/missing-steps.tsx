import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Button } from '#components/ui/button.tsx'
import { Skeleton } from '#components/ui/skeleton.tsx'
import { processingStepQueries } from '#features/processing-steps/processing-steps.queries.ts'
import * as texts from './texts.ts'

const ROWS = ['w-3/4', 'w-1/2', 'w-2/3', 'w-3/5', 'w-1/2', 'w-2/3']

/** What the list of steps shows while it has none: a skeleton, or that they could not be loaded. */
export function MissingSteps() {
  const { isPending, data } = useQuery(processingStepQueries.lookup())
  const queryClient = useQueryClient()
  if (data) return null
  if (isPending) {
    return (
      <div role="status" aria-label={texts.loading} className="grid gap-4 px-2 py-3">
        {ROWS.map((width, at) => (
          <Skeleton key={width + String(at)} className={`h-2.5 ${width}`} />
        ))}
      </div>
    )
  }
  return (
    <div role="alert" className="grid justify-items-start gap-2 px-2 py-1.5">
      {texts.stepsCouldNotBeLoaded}
      <Button size="sm" onClick={() => void queryClient.refetchQueries({ queryKey: processingStepQueries.all })}>
        {texts.tryAgain}
      </Button>
    </div>
  )
}
