import {
  COMPARED_OUTPUTS_MAX,
  type ComparedOutputProperties,
  type ExecutionComparisonProperties,
} from '@millrace/contracts/executions'
import { document, link } from '@millrace/siren/build'
import type { SirenDocument } from '@millrace/siren/document'
import type { Viewer } from '#app-env.ts'
import { href } from '#links.ts'
import type { ExecutionComparison } from './executions.service.ts'

const ORDER: ComparedOutputProperties['Verdict'][] = ['Different', 'Missing', 'Added', 'Same']

export function comparisonHref(origin: string, id: string, withId: string): string {
  return `${href.job(origin, id)}/Execution/Comparison?${new URLSearchParams({ with: href.job(origin, withId) })}`
}

/** Builds the document of a comparison. Differences come first. */
export function comparisonDocument(
  { origin }: Viewer,
  { job, execution, withId, outputs, notCompared }: ExecutionComparison,
): SirenDocument<ExecutionComparisonProperties> {
  const self = `${href.job(origin, job.id)}/Execution`
  const count = (verdict: ComparedOutputProperties['Verdict']) =>
    outputs.filter(({ Verdict }) => Verdict === verdict).length
  const sorted = outputs.toSorted((a, b) => ORDER.indexOf(a.Verdict) - ORDER.indexOf(b.Verdict))
  return document('ExecutionComparison', {
    properties: {
      State: job.state,
      Same: count('Same'),
      Different: count('Different'),
      Missing: count('Missing'),
      Added: count('Added'),
      NotCompared: notCompared,
    },
    entities: sorted.slice(0, COMPARED_OUTPUTS_MAX).map(({ jobs, ...output }) =>
      document('ComparedOutput', {
        rel: ['Output'],
        properties: output satisfies ComparedOutputProperties,
        links: [
          link('self', `${self}#${output.NodeId}`),
          ...(jobs ? [link('Before', href.job(origin, jobs.before)), link('Now', href.job(origin, jobs.now))] : []),
        ],
      }),
    ) as never[],
    links: [
      link('self', withId === execution.originId ? `${self}/Comparison` : comparisonHref(origin, job.id, withId)),
      link('Execution', self),
      link('Origin', href.job(origin, withId)),
    ],
  })
}
