import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { executionQueries } from '#features/executions/executions.queries.ts'
import { jobQueries } from '#features/jobs/jobs.queries.ts'
import { hrefOf } from '#lib/siren.ts'
import type { ExecutionDocument } from './continuation.queries.ts'
import * as texts from './texts.ts'

/** The execution that the next start continues, and how to choose another one. */
export interface ContinuedExecution {
  /** Whether the next start continues an execution, even if that is not loaded yet. */
  isWanted: boolean
  execution: ExecutionDocument | undefined
  /** Why the execution can’t be continued now. */
  reason: string | undefined
  /** Why it could not be loaded. */
  error: Error | undefined
  retry: () => void
  /** Continues the execution of another job, or none. */
  set: (jobHref: string | undefined) => void
}

/**
 * The execution that the workflow being edited continues, if there is one: at first that of `first`. `onNothing` is called
 * when the next start is to be a new execution again.
 */
export function useContinuedExecution(first: string | undefined, onNothing: () => void): ContinuedExecution {
  const [href, setHref] = useState(first)
  const isWanted = href !== undefined
  const job = useQuery({ ...jobQueries.detail(href ?? ''), enabled: isWanted })
  const executionHref = job.data && hrefOf(job.data, 'Execution')
  const read = useQuery(executionQueries.detail(href ?? '', executionHref))
  const execution = isWanted ? read.data?.document : undefined
  const isNone = job.data !== undefined && executionHref === undefined
  const error = job.error ?? read.error ?? (isNone ? new Error(texts.cannotContinueNow) : undefined)
  const failed = isWanted && !execution && error ? error : undefined
  const waiting = isWanted && !execution ? texts.executionIsLoading : undefined
  return {
    isWanted,
    execution,
    reason: failed ? texts.executionCouldNotBeLoaded : waiting,
    error: failed,
    retry: () => void (executionHref === undefined ? job : read).refetch(),
    set: (next) => {
      setHref(next)
      if (next === undefined) onNothing()
    },
  }
}
