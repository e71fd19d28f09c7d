import { useMutation, useQueryClient } from '@tanstack/react-query'
import { fill } from '#lib/fill.ts'
import { plural } from '#lib/format.ts'
import type { JobDocument } from '#lib/job-parts.ts'
import { useRunAgain } from '#lib/run-again.ts'
import { toast } from '#lib/toast.ts'
import * as texts from './texts.ts'

/**
 * Reruns jobs of a sweep. The new jobs have the same parameters and tags, so they replace the old ones in the sweep.
 */
export function useRetryFailed() {
  const queryClient = useQueryClient()
  const runAgain = useRunAgain()
  return useMutation({
    mutationFn: async (jobs: readonly JobDocument[]) => {
      await runAgain(jobs)
      return jobs.length
    },
    onSuccess: (count) => toast.success(fill(texts.startedAgain, plural(count, 'job'))),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['jobs'] }),
  })
}
