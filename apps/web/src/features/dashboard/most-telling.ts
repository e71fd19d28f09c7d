import { previewKind } from '@millrace/contracts/media-types'
import type { WorkDataProperties } from '@millrace/contracts/work-data'
import { hrefOf, type SirenDocument, selfHref } from '#lib/siren.ts'

const RANKS = ['plotly', 'image', 'table', 'text', 'json', 'none'] satisfies ReturnType<typeof previewKind>[]

/** Of the results of each job the one that shows most: a figure before a table before a report. Order stays. */
export function mostTelling(
  results: readonly SirenDocument<WorkDataProperties>[],
): SirenDocument<WorkDataProperties>[] {
  const best = new Map<string, SirenDocument<WorkDataProperties>>()
  for (const result of results) {
    const job = hrefOf(result, 'ProducedByJob') ?? selfHref(result)
    const known = best.get(job)
    if (!known || rank(result) < rank(known)) best.set(job, result)
  }
  return [...best.values()]
}

function rank({ properties }: SirenDocument<WorkDataProperties>): number {
  return RANKS.indexOf(previewKind(properties.MediaType))
}
