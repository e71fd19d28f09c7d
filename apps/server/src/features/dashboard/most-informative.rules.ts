import { type PreviewKind, previewKind } from '@millrace/contracts/media-types'

const RANKS: readonly PreviewKind[] = [
  'plotly',
  'map',
  'image',
  'picture',
  'video',
  'table',
  'pdf',
  'html',
  'markdown',
  'notebook',
  'text',
  'json',
  'hierarchy',
  'audio',
  'archive',
  'bytes',
]

interface Result {
  id: string
  name: string
  mediaType: string
  producedByJob: string | null
}

/**
 * Returns the most informative result of each job, such as a figure rather than a table (see `RANKS`). The jobs keep
 * their order.
 */
export function mostInformative<T extends Result>(results: readonly T[]): T[] {
  const best = new Map<string, T>()
  for (const result of results) {
    const job = result.producedByJob ?? result.id
    const known = best.get(job)
    if (!known || rank(result) < rank(known)) best.set(job, result)
  }
  return [...best.values()]
}

/** Keeps only the first result with each name. A sweep, for instance, has many results with the same name. */
export function firstOfEachName<T extends Result>(results: readonly T[]): T[] {
  const names = new Set<string>()
  return results.filter(({ name }) => !names.has(name) && names.add(name))
}

function rank({ mediaType }: Result): number {
  return RANKS.indexOf(previewKind(mediaType))
}
