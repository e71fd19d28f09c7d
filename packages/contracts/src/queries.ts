import { z } from 'zod'
import { LIMITS } from './limits.ts'

/** Parts shared by the three create-query bodies. Unknown keys are ignored; nulls count as absent. */
export const Pagination = z.object({
  PageSize: z.int().min(0).nullish(),
  PageOffset: z.int().min(0).nullish(),
})

export const SortType = z.enum(['None', 'Ascending', 'Descending'])
export type SortType = z.infer<typeof SortType>

/** `aliases` are names that older clients send. They are accepted, but not advertised. */
export function sortBy<const T extends readonly [string, ...string[]]>(
  properties: T,
  aliases: Record<string, T[number]> = {},
) {
  const names = new Map<unknown, string>(Object.entries(aliases))
  const PropertyName = z.preprocess((name) => names.get(name) ?? name, z.enum(properties).nullish())
  return z.object({ PropertyName: PropertyName.optional(), SortType: SortType.nullish() })
}

/** `key` or `key=value`; the first `=` divides them. */
const Tag = z
  .string()
  .trim()
  .min(1, 'A tag is not empty.')
  .refine((tag) => partsOf(tag).every((part) => part.length <= LIMITS.tagMax), {
    message: `Key and value of a tag have at most ${LIMITS.tagMax} characters each.`,
  })
  .refine((tag) => partsOf(tag)[0] !== '', { message: 'A tag has a key before the =.' })

export const Tags = z.array(Tag).max(LIMITS.tagsMax)

/** A time with its offset. Years are those of four digits, in UTC, where the database keeps times, too. */
export const Instant = z.iso
  .datetime({ offset: true, abort: true })
  .refine((time) => /^(?!0000)\d{4}-/.test(inUtc(time)), {
    message: 'In UTC the time lies within the years 1 to 9999.',
  })

function inUtc(time: string): string {
  const instant = Date.parse(time)
  return Number.isNaN(instant) ? '' : new Date(instant).toISOString()
}

/** A self href given out by the server; only its path is read. */
export const Href = z.string().min(1).max(2048)

/**
 * Filters that jobs, work data and processing steps have in common. Clients of protocol 10 and later may name a folder:
 * there are none here, everything lies at the root `/`. They may send a tag query expression, too, such as
 * `river = rhine and year >= 2024`.
 */
export const sharedFilter = {
  ShowHidden: z.boolean().nullish(),
  TagsByAnd: Tags.nullish(),
  TagsByOr: Tags.nullish(),
  Folder: z.string().max(2048).nullish(),
  TagQueryExpression: z.string().max(4000).nullish(),
}

/** Says whether a folder of the filter can hold anything: no folder, or the root. */
export function isRootFolder(folder: string | null | undefined): boolean {
  return folder == null || folder.trim() === '' || folder.trim() === '/'
}

/** What every query result says about its page. */
export interface QueryResultProperties {
  /** All matches up to `LIMITS.countMax`. With `TotalIsEstimated` there are more, and this is one more than that limit. */
  TotalEntities: number
  TotalIsEstimated?: true
  CurrentEntitiesCount: number
  PreviousEntitiesCount: number
  RemainingTags: string[] | null
}

/** The tags in use. Counts end at `LIMITS.tagCountMax`; one more means that there are more. */
export interface UsedTagsProperties {
  Tags: string[]
  TagCounts: { Tag: string; Count: number }[]
}

function partsOf(tag: string): string[] {
  const equals = tag.indexOf('=')
  return equals < 0 ? [tag] : [tag.slice(0, equals).trim(), tag.slice(equals + 1).trim()]
}
