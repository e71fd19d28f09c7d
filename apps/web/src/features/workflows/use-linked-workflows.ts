import type { WorkflowDefinition } from '@millrace/workflows/definition'
import { linkedWorkflow } from '@millrace/workflows/workflow-step'
import { useQueries } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { WorkflowNode } from './document/draft.ts'
import { workflowQueries } from './workflows.queries.ts'

/** The workflows that nodes link to, by URL. Those that can’t be read are left out. */
export function useLinkedWorkflows(nodes: readonly WorkflowNode[] = []): ReadonlyMap<string, WorkflowDefinition> {
  const urls = [...new Set(nodes.flatMap((node) => linkedWorkflow(node) ?? []))].join('\n')
  const found = useQueries({
    queries: (urls ? urls.split('\n') : []).map((url) => workflowQueries.linked(url)),
    combine: contentsOf,
  })
  return useMemo(
    () => new Map(urls.split('\n').flatMap((url, at) => (found[at] ? [[url, found[at]] as const] : []))),
    [urls, found],
  )
}

function contentsOf(results: { data: WorkflowDefinition | null | undefined }[]) {
  return results.map(({ data }) => data)
}
