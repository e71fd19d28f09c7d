import type { JobGroup } from '@millrace/contracts/jobs'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { jobQueries } from './jobs.queries.ts'

/** Hides every job of a group, and offers to undo this. The code is loaded on first use. */
export function useHideGroup() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async (group: JobGroup) => (await import('./hide-group.ts')).hideGroup(queryClient, group),
    onSettled: () => queryClient.invalidateQueries({ queryKey: jobQueries.all }),
  })
}
