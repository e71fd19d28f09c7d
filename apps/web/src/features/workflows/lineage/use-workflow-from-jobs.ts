import { useSuspenseQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { lineageQuery } from './lineage.queries.ts'
import * as texts from './texts.ts'
import { workflowOfExecution, workflowOfJobs } from './workflow-of-jobs.ts'

/** Returns a new workflow that repeats jobs and their predecessors, or an execution. The workflow is not saved. */
export function useWorkflowFromJobs(jobHrefs: readonly string[]) {
  const { data: lineage } = useSuspenseQuery(lineageQuery(jobHrefs))
  return useMemo(() => {
    const [only, ...others] = lineage.last
    const title = (only && others.length === 0 ? only.properties.Name : texts.newWorkflow).slice(0, 200)
    return only && lineage.definition
      ? workflowOfExecution(title, lineage.definition, only)
      : workflowOfJobs(title, lineage)
  }, [lineage])
}
