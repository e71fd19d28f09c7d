import type { JobProperties } from '@millrace/contracts/jobs'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { jobQueries } from '#features/jobs/jobs.queries.ts'
import { ensureRoot } from '#lib/entry-point.ts'
import { actionOf, askAction, embedded } from '#lib/siren.ts'
import { useDebounced } from '#lib/use-debounced.ts'
import type { StartPanel } from './use-start-panel.ts'

const TYPING_MS = 400

/**
 * Returns a completed job that is identical to the one that the panel would start, if there is one. The server is asked
 * only if the panel describes a single, complete job.
 */
export function useIdenticalJob({ jobs, stepSlots, openSlots, misses, form, loaded }: StartPanel) {
  const queryClient = useQueryClient()
  const [plan] = jobs
  const isComplete = jobs.length === 1 && openSlots.length === 0 && !misses && form.faults.length === 0
  const input = {
    ProcessingStepUrl: plan?.stepHref,
    Parameters: plan?.parameters && JSON.stringify(plan.parameters),
    InputDataSlots: stepSlots.map(({ Name }) => ({ WorkDataUrls: plan?.slots[Name] ?? [] })),
  }
  const text = JSON.stringify(input)
  const settled = useDebounced(text, TYPING_MS)
  const { data } = useQuery({
    queryKey: [...jobQueries.all, 'identical', settled],
    queryFn: async ({ signal }) => {
      const action = actionOf(await ensureRoot(queryClient, 'JobsRoot'), 'FindIdenticalJob')
      if (!action) return null
      const found = await askAction(action, JSON.parse(settled), signal)
      return embedded<JobProperties>(found, 'item')[0] ?? null
    },
    enabled: isComplete && !loaded.isLoading && plan?.stepHref !== undefined && settled === text,
    retry: false,
    staleTime: 10_000,
  })
  return isComplete && settled === text ? (data ?? undefined) : undefined
}
