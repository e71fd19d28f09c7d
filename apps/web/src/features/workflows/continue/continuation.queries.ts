import type {
  ContinuationNodeProperties,
  ContinuationProperties,
  ContinueExecutionParameters,
  ExecutionProperties,
} from '@millrace/contracts/executions'
import type { WorkflowDefinition } from '@millrace/workflows/definition'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { ApiProblem, call } from '#lib/api.ts'
import { actionOf, askAction, embedded, hrefOf, type SirenDocument, selfHref } from '#lib/siren.ts'
import * as texts from './texts.ts'

export type ExecutionDocument = SirenDocument<ExecutionProperties>
export type ContinuationNode = SirenDocument<ContinuationNodeProperties>

/**
 * Returns whether the server refused the changes, or the execution can't continue now. Other errors, such as an
 * unreachable server, say nothing about the changes.
 */
export function isRefused(error: Error): boolean {
  return !(error instanceof ApiProblem) || [400, 422].includes(error.status)
}

export const continuationQueries = {
  /** The definition that the execution ran, which never changes. */
  definition: (execution: ExecutionDocument) =>
    queryOptions({
      queryKey: ['execution-definition', selfHref(execution)],
      queryFn: async ({ signal }) => {
        const reply = await call(hrefOf(execution, 'Definition') ?? '', { signal })
        return (await reply.json()) as WorkflowDefinition
      },
      staleTime: Number.POSITIVE_INFINITY,
    }),

  /** Asks the server which nodes would be reused. While values change, the previous reply is kept. */
  preview: (execution: ExecutionDocument, input: ContinueExecutionParameters) =>
    queryOptions({
      queryKey: ['continuation', selfHref(execution), input],
      queryFn: async ({ signal }): Promise<ContinuationNode[]> => {
        const action = actionOf(execution, 'PreviewContinuation')
        if (!action) throw new Error(texts.cannotContinueNow)
        const preview = await askAction<ContinuationProperties>(action, input, signal)
        return embedded<ContinuationNodeProperties>(preview, 'Node')
      },
      placeholderData: keepPreviousData,
      staleTime: 0,
      gcTime: 60_000,
    }),
}
