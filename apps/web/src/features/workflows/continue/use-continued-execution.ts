import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { executionQueries } from '#features/executions/executions.queries.ts'
import { jobQueries } from '#features/jobs/jobs.queries.ts'
import { hrefOf } from '#lib/siren.ts'
import type { ExecutionDocument } from './continuation.queries.ts'
import * as texts from './texts.ts'

/** The execution that the next start will continue, and a function to select another one. */
export interface ContinuedExecution {
  /** Whether the next start continues an execution, even if that execution is not loaded yet. */
  isWanted: boolean
  execution: ExecutionDocument | undefined
  /** The reason why the execution can't be continued now. */
  reason: string | undefined
  error: Error | undefined
  retry: () => void
  set: (jobHref: string | undefined) => void
}

/**
 * State of the execution that the edited workflow continues, if any. Initially, it is the execution of job `first`.
 * `onNothing` is called when the user chooses to start a new execution instead.
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
