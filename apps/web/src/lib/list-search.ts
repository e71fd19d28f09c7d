import { LIMITS } from '@millrace/contracts/limits'
import { day, flag, oneOf, searchText, texts, wholeNumber } from './search-fields.ts'

const tags = texts(100)

/** The ids of the shown columns, joined by periods. */
export const chosenColumns = searchText(300)

/** The search parameters that all lists have. Invalid values fall back to the defaults. */
export const listSearch = {
  TagsByAnd: tags,
  TagsByOr: tags,
  CreatedAfter: day,
  CreatedBefore: day,
  ShowHidden: flag(false),
  columns: chosenColumns,
  SortType: oneOf(['None', 'Ascending', 'Descending'], 'Descending'),
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

/** Returns the filter that the shared search parameters describe. Days are in the user’s time zone. */
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

/** Returns a tag query for what is in a folder and its subfolders. */
export function folderQuery(path: string): string {
  return `folder = ${quoted(path)} or folder startswith ${quoted(`${path}/`)}`
}

function quoted(text: string): string {
  return `"${text.replace(/["\\]/g, '\\$&')}"`
}

export function withoutUndefined<T extends object>(record: T): T {
  return Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined)) as T
}

/** Returns the query string of a request, without undefined parameters. */
export function queryString(record: object): URLSearchParams {
  const given = Object.entries(withoutUndefined(record)).map(([name, value]) => [name, String(value)])
  return new URLSearchParams(Object.fromEntries(given) as Record<string, string>)
}

/** Returns list search parameters with some filters changed, back on the first page. */
export function refined<T extends { PageOffset: number }>(search: T, change: Partial<T>): T {
  return { ...search, PageOffset: 0, ...change }
}

/**
 * Returns the search parameters for the rows after a page. They request enough rows to fill the page, even if a sweep
 * that is longer than the page is collapsed.
 */
export function afterPage<T extends { PageOffset: number; PageSize: number }>(search: T): T {
  const PageSize = Math.min(LIMITS.pageSizeMax, 3 * search.PageSize)
  return { ...search, PageOffset: search.PageOffset + search.PageSize, PageSize }
}
