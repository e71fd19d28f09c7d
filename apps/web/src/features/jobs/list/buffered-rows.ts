import { selfHref } from '#lib/siren.ts'
import type { JobDocument } from '../jobs.queries.ts'

/**
 * Rows of a list that is buffered so that new rows don't move what is under the pointer. A buffered list keeps its
 * rows, each in its latest version, and counts the new ones. A row that is no longer on the fresh page keeps its last
 * version and is listed in `left`.
 */
export interface BufferedRows {
  rows: JobDocument[]
  waiting: number
  /** URLs of jobs that are no longer on the fresh page. */
  left: string[]
}

/** Updates the displayed rows from a fresh page without adding, removing or moving any. */
export function bufferRows(shown: readonly JobDocument[], fresh: readonly JobDocument[]): BufferedRows {
  const byHref = new Map(fresh.map((job) => [selfHref(job), job]))
  const known = new Set(shown.map(selfHref))
  return {
    rows: shown.map((job) => byHref.get(selfHref(job)) ?? job),
    waiting: fresh.filter((job) => !known.has(selfHref(job))).length,
    left: shown.map(selfHref).filter((href) => !byHref.has(href)),
  }
}
