import type { JobGroup, JobProperties } from '@millrace/contracts/jobs'
import type { QueryClient } from '@tanstack/react-query'
import { fill } from '#lib/fill.ts'
import { groupQuery } from '#lib/job-groups.ts'
import { actionOf, readDocument, runAction, selfHref } from '#lib/siren.ts'
import { forEachLimited, reportUndoable } from '#lib/undo.ts'
import { jobQueries } from './jobs.queries.ts'
import * as texts from './texts.ts'

const PAGE = 100

/** Hides every job of a group, and offers to undo this. */
export async function hideGroup(queryClient: QueryClient, group: JobGroup): Promise<void> {
  const hidden: string[] = []
  for (;;) {
    const { jobs } = await queryClient.fetchQuery({ ...jobQueries.list(groupQuery(group, PAGE)), staleTime: 0 })
    const before = hidden.length
    await forEachLimited(jobs, async (job) => {
      const action = actionOf(job, 'Hide')
      if (!action) return
      await runAction(action)
      hidden.push(selfHref(job))
    })
    if (jobs.length < PAGE || hidden.length === before) break
  }
  reportUndoable(
    (jobs) => (jobs === 1 ? texts.jobHidden : fill(texts.jobsHidden, jobs)),
    hidden.map((href) => () => showAgain(queryClient, href)),
  )
}

async function showAgain(queryClient: QueryClient, href: string): Promise<void> {
  const action = actionOf(await readDocument<JobProperties>(href), 'UnHide')
  if (action) await runAction(action)
  await queryClient.invalidateQueries({ queryKey: jobQueries.all })
}
