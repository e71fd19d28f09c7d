import { selfHref } from '#lib/siren.ts'
import type { JobDocument } from '../jobs.queries.ts'

/**
 * New rows must not move what is under the pointer. While a list is buffered, it shows the rows it had, each in its newest
 * form, and counts those that wait. A row that fell off the fresh page keeps its last form in `left`.
 */
export interface BufferedRows {
  rows: JobDocument[]
  waiting: number
  /** Rows that the fresh page no longer holds. */
  left: string[]
}

/** Updates the rows on screen from a fresh page without adding, removing or moving any. */
export function bufferRows(shown: readonly JobDocument[], fresh: readonly JobDocument[]): BufferedRows {
  const byHref = new Map(fresh.map((job) => [selfHref(job), job]))
  const known = new Set(shown.map(selfHref))
  return {
    rows: shown.map((job) => byHref.get(selfHref(job)) ?? job),
    waiting: fresh.filter((job) => !known.has(selfHref(job))).length,
    left: shown.map(selfHref).filter((href) => !byHref.has(href)),
  }
}
