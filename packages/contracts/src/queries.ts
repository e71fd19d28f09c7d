import { z } from 'zod'
import { LIMITS } from './limits.ts'

/**
 * Part of the queries for jobs, work data and processing steps. Unknown keys are ignored. Null has the same meaning as
 * an absent key.
 */
export const Pagination = z.object({
  PageSize: z.int().min(0).nullish(),
  PageOffset: z.int().min(0).nullish(),
})

export const SortType = z.enum(['None', 'Ascending', 'Descending'])
export type SortType = z.infer<typeof SortType>

/**
 * Returns the schema of a sort order. `aliases` are names that older clients send. The server accepts them but does not
 * advertise them.
 */
export function sortBy<const T extends readonly [string, ...string[]]>(
  properties: T,
  aliases: Record<string, T[number]> = {},
) {
  const names = new Map<unknown, string>(Object.entries(aliases))
  const PropertyName = z.preprocess((name) => names.get(name) ?? name, z.enum(properties).nullish())
  return z.object({ PropertyName: PropertyName.optional(), SortType: SortType.nullish() })
}

/** A tag: `key` or `key=value`, split at the first `=`. */
const Tag = z
  .string()
  .trim()
  .min(1, 'Enter a tag.')
  .refine((tag) => partsOf(tag).every((part) => part.length <= LIMITS.tagMax), {
    message: `The key and the value of a tag can have up to ${LIMITS.tagMax} characters each.`,
  })
  .refine((tag) => partsOf(tag)[0] !== '', { message: 'Enter a key before the “=”.' })

export const Tags = z.array(Tag).max(LIMITS.tagsMax)

/** A time with a UTC offset. The database stores times in UTC, so the year in UTC must have four digits. */
export const Instant = z.iso
  .datetime({ offset: true, abort: true })
  .refine((time) => /^(?!0000)\d{4}-/.test(inUtc(time)), {
    message: 'Expected a time within the years 1 to 9999 in UTC.',
  })

function inUtc(time: string): string {
  const instant = Date.parse(time)
  return Number.isNaN(instant) ? '' : new Date(instant).toISOString()
}

/** A self href from the server. The host is ignored. A user name, a query or a fragment is refused. */
export const Href = z.string().min(1).max(2048)

/**
 * Filters that jobs, work data and processing steps have in common. Clients of protocol 10 and later may send `Folder`.
 * Millrace has no folders, so every resource is in the root folder `/`. These clients may also send
 * `TagQueryExpression`, such as `river = rhine and year >= 2024`.
 */
export const sharedFilter = {
  ShowHidden: z.boolean().nullish(),
  TagsByAnd: Tags.nullish(),
  TagsByOr: Tags.nullish(),
  Folder: z.string().max(2048).nullish(),
  TagQueryExpression: z.string().max(4000).nullish(),
}

/** Whether a filter by this folder can match anything. Only the root folder contains resources. */
export function isRootFolder(folder: string | null | undefined): boolean {
  return folder == null || folder.trim() === '' || folder.trim() === '/'
}

export interface QueryResultProperties {
  /**
   * Number of matches. If there are more than `LIMITS.countMax`, `TotalIsEstimated` is true and `TotalEntities` is that
   * limit plus one.
   */
  TotalEntities: number
  TotalIsEstimated?: true
  CurrentEntitiesCount: number
  PreviousEntitiesCount: number
  RemainingTags: string[] | null
}

/** The tags in use. Counts stop at `LIMITS.tagCountMax`; that limit plus one means “more than the limit”. */
export interface UsedTagsProperties {
  Tags: string[]
  TagCounts: { Tag: string; Count: number }[]
}

function partsOf(tag: string): string[] {
  const equals = tag.indexOf('=')
  return equals < 0 ? [tag] : [tag.slice(0, equals).trim(), tag.slice(equals + 1).trim()]
}
