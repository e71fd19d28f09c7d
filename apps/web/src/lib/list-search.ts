import { LIMITS } from '@millrace/contracts/limits'
import * as z from 'zod/mini'
import { decodeLink } from './link-code.ts'

const tags = z.catch(z.optional(z.array(z.coerce.string()).check(z.minLength(1), z.maxLength(100))), undefined)
const day = z.catch(z.optional(z.iso.date()), undefined)
/** A page size or an offset. */
export const wholeNumber = (least: number, fallback: number, most: number) =>
  z.catch(z.coerce.number().check(z.int(), z.gte(least), z.lte(most)), fallback)

/** Text to find by. The address turns a text of digits into a number. */
export const searchText = (longest: number) =>
  z.catch(z.optional(z.coerce.string().check(z.minLength(1), z.maxLength(longest))), undefined)

/** The link code of a resource, such as the step of a list of jobs. */
export const linkCode = z.catch(
  z.optional(z.string().check(z.refine((code) => decodeLink(code) !== undefined))),
  undefined,
)

/** The ids of the columns that are shown, joined by periods. */
export const chosenColumns = searchText(300)

/** The search parameters that all lists have. Values that make no sense fall back to the defaults. */
export const listSearch = {
  TagsByAnd: tags,
  TagsByOr: tags,
  CreatedAfter: day,
  CreatedBefore: day,
  ShowHidden: z.catch(z.boolean(), false),
  columns: chosenColumns,
  SortType: z.catch(z.enum(['None', 'Ascending', 'Descending']), 'Descending'),
  PageSize: wholeNumber(1, LIMITS.pageSizeDefault, LIMITS.pageSizeMax),
  PageOffset: wholeNumber(1, 0, LIMITS.pageOffsetMax),
}

interface SharedSearch {
  TagsByAnd?: string[] | undefined
  TagsByOr?: string[] | undefined
  CreatedAfter?: string | undefined
  CreatedBefore?: string | undefined
  ShowHidden: boolean
}

/** What the shared search parameters filter by. A day is a day in the user’s time zone. */
export function sharedFilter({ TagsByAnd, TagsByOr, CreatedAfter, CreatedBefore, ShowHidden }: SharedSearch) {
  return {
    TagsByAnd,
    TagsByOr,
    ShowHidden: ShowHidden || undefined,
    CreatedAfter: CreatedAfter && startOfDay(CreatedAfter, 0),
    CreatedBefore: CreatedBefore && startOfDay(CreatedBefore, 1),
  }
}

function startOfDay(date: string, later: number): string {
  const [year = 0, month = 1, dayOfMonth = 1] = date.split('-').map(Number)
  return new Date(year, month - 1, dayOfMonth + later).toISOString()
}

/** A filter without what is not set. */
export function withoutUndefined<T extends object>(record: T): T {
  return Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined)) as T
}

/** The query string of a request, without what is not set. */
export function queryString(record: object): URLSearchParams {
  const given = Object.entries(withoutUndefined(record)).map(([name, value]) => [name, String(value)])
  return new URLSearchParams(Object.fromEntries(given) as Record<string, string>)
}

/** The same list from its first page, with some of its filters changed. */
export function refined<T extends { PageOffset: number }>(search: T, change: Partial<T>): T {
  return { ...search, PageOffset: 0, ...change }
}
