import { useSuspenseQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { lineageQuery } from './lineage.queries.ts'
import * as texts from './texts.ts'
import { workflowOfJobs } from './workflow-of-jobs.ts'

/** A new workflow that repeats a job and the jobs before it. It is not saved yet. */
export function useWorkflowFromJob(jobHref: string) {
  const { data: jobs } = useSuspenseQuery(lineageQuery(jobHref))
  return useMemo(() => {
    const title = jobs.at(-1)?.properties.Name ?? texts.newWorkflow
    return workflowOfJobs(title.slice(0, 200), jobs)
  }, [jobs])
}
