import type { JobGroup, JobProperties } from '@millrace/contracts/jobs'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { groupQuery } from '#lib/job-groups.ts'
import { actionOf, readDocument, runAction, selfHref } from '#lib/siren.ts'
import { toast } from '#lib/toast.ts'
import { jobQueries } from './jobs.queries.ts'

const PAGE = 100
const AT_ONCE = 3

/** Hides every job of a group. Undo shows them again. */
export function useHideGroup() {
  const queryClient = useQueryClient()
  const refresh = () => queryClient.invalidateQueries({ queryKey: jobQueries.all })

  async function showAgain(hrefs: readonly string[]) {
    await each(hrefs, async (href) => {
      const action = actionOf(await readDocument<JobProperties>(href), 'UnHide')
      if (action) await runAction(action)
    })
    await refresh()
  }

  return useMutation({
    mutationFn: async (group: JobGroup) => {
      const hidden: string[] = []
      for (;;) {
        const { jobs } = await queryClient.fetchQuery({ ...jobQueries.list(groupQuery(group, PAGE)), staleTime: 0 })
        const before = hidden.length
        await each(jobs, async (job) => {
          const action = actionOf(job, 'Hide')
          if (!action) return
          await runAction(action)
          hidden.push(selfHref(job))
        })
        if (jobs.length < PAGE || hidden.length === before) return hidden
      }
    },
    onSuccess: (hidden) => {
      const text = hidden.length === 1 ? '1 job hidden' : `${hidden.length} jobs hidden`
      toast.success(text, { action: { label: 'Undo', run: () => void showAgain(hidden).catch(refresh) } })
    },
    onSettled: refresh,
  })
}

/** Runs the work for each item, a few at a time. */
async function each<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const queue = [...items]
  const worker = async () => {
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) await work(next)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
}
