import { z } from 'zod'

/** Parts shared by the three create-query bodies. Unknown keys are ignored; nulls count as absent. */
export const Pagination = z.object({
  PageSize: z.int().min(0).nullish(),
  PageOffset: z.int().min(0).nullish(),
})

export const SortType = z.enum(['None', 'Ascending', 'Descending'])
export type SortType = z.infer<typeof SortType>

export function sortBy<const T extends readonly [string, ...string[]]>(properties: T) {
  return z.object({ PropertyName: z.enum(properties).nullish(), SortType: SortType.nullish() })
}

export const Tags = z.array(z.string().trim().min(1).max(1024)).max(100)
export const Instant = z.iso.datetime({ offset: true })
/** A self href given out by the server; only its path is read. */
export const Href = z.string().min(1).max(2048)

/** What every query result says about its page. */
export interface QueryResultProperties {
  /** All matches; with `TotalIsEstimated` an estimate above 10,000. */
  TotalEntities: number
  TotalIsEstimated?: boolean
  CurrentEntitiesCount: number
  PreviousEntitiesCount: number
  RemainingTags: string[] | null
}
