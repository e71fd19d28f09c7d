import { linkedWorkflow } from '@millrace/workflows/workflow-step'
import { useQueries } from '@tanstack/react-query'
import { useMemo } from 'react'
import { isNotFound } from '#lib/not-found.ts'
import type { WorkflowNode } from './document/draft.ts'
import { type LinkedWorkflow, workflowQueries } from './workflows.queries.ts'

export interface FoundWorkflows {
  /** The loaded workflows, by URL. */
  workflows: ReadonlyMap<string, LinkedWorkflow>
  /** URLs of workflows that don't exist, or no longer exist. */
  gone: ReadonlySet<string>
}

/**
 * Loads the workflows that nodes link to. Workflows that are still loading, or that can't be read for another reason,
 * are in neither result.
 */
export function useLinkedWorkflows(nodes: readonly WorkflowNode[] = []): FoundWorkflows {
  const urls = [...new Set(nodes.flatMap((node) => linkedWorkflow(node) ?? []))].join('\n')
  const found = useQueries({
    queries: (urls ? urls.split('\n') : []).map((url) => workflowQueries.linked(url)),
    combine: contentsOf,
  })
  return useMemo(() => {
    const all = urls.split('\n').map((url, at) => [url, found[at]] as const)
    return {
      workflows: new Map(all.flatMap(([url, one]) => (one && one !== GONE ? [[url, one] as const] : []))),
      gone: new Set(all.flatMap(([url, one]) => (one === GONE ? [url] : []))),
    }
  }, [urls, found])
}

const GONE = 'gone'

function contentsOf(results: { data: LinkedWorkflow | null | undefined; error: Error | null }[]) {
  return results.map(({ data, error }) => (isNotFound(error) ? GONE : data))
}
