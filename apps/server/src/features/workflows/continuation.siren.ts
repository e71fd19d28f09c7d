import type { ContinuationNodeProperties, ContinuationProperties, NodeDecision } from '@millrace/contracts/executions'
import { document, link } from '@millrace/siren/build'
import type { SirenDocument } from '@millrace/siren/document'
import type { Viewer } from '#app-env.ts'
import { href } from '#links.ts'
import type { ContinuationPreview } from './continuation.service.ts'

export function continuationDocument(
  { origin }: Viewer,
  { originId, variables, nodes }: ContinuationPreview,
): SirenDocument<ContinuationProperties> {
  const counts: Partial<Record<NodeDecision, number>> = {}
  for (const { decision } of nodes) counts[decision] = (counts[decision] ?? 0) + 1
  const self = `${href.job(origin, originId)}/Execution`
  return document('Continuation', {
    properties: { Counts: counts, Variables: variables },
    entities: nodes.map(({ nodeId, title, decision, reason, runs, reusedRuns, reusedFrom }) =>
      document('ContinuationNode', {
        rel: ['Node'],
        properties: {
          ...{ Id: nodeId, Title: title, Decision: decision, Reason: reason, Runs: runs, ReusedRuns: reusedRuns },
        } satisfies ContinuationNodeProperties,
        links: [
          link('self', `${self}#${nodeId}`),
          ...(reusedFrom === null ? [] : [link('ReusedFrom', href.job(origin, reusedFrom))]),
        ],
      }),
    ) as never[],
    links: [link('self', `${self}/PreviewContinuation`), link('Execution', self)],
  })
}
