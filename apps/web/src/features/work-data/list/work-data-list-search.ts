import { LIMITS } from '@millrace/contracts/limits'
import type { WorkDataFilter, WorkDataKind, WorkDataQueryParameters } from '@millrace/contracts/work-data'
import * as z from 'zod/mini'

const text = (longest: number) =>
  z.catch(z.optional(z.coerce.string().check(z.minLength(1), z.maxLength(longest))), undefined)
const day = z.catch(z.optional(z.iso.date()), undefined)
const tags = z.catch(z.optional(z.array(z.coerce.string()).check(z.minLength(1), z.maxLength(100))), undefined)
const atLeast = (least: number, fallback: number, most: number) =>
  z.catch(z.coerce.number().check(z.int(), z.gte(least), z.lte(most)), fallback)

export const WORK_DATA_TABS = ['all', 'uploaded', 'results', 'monitoring'] as const
export type WorkDataTab = (typeof WORK_DATA_TABS)[number]

export const TAB_LABELS: Record<WorkDataTab, string> = {
  all: 'All',
  uploaded: 'Uploaded',
  results: 'Results',
  monitoring: 'Monitoring',
}

const KINDS: Record<WorkDataTab, WorkDataKind | undefined> = {
  all: undefined,
  uploaded: 'ClientUpload',
  results: 'ProcessingArtefact',
  monitoring: 'Monitoring',
}

/** The state of the list of work data, which is its address. What does not fit falls back silently. */
export const WorkDataListSearch = z.object({
  tab: z.catch(z.enum(WORK_DATA_TABS), 'all'),
  view: z.catch(z.enum(['table', 'grid']), 'table'),
  NameContains: text(512),
  MediaTypeContains: text(200),
  TagsByAnd: tags,
  TagsByOr: tags,
  CreatedAfter: day,
  CreatedBefore: day,
  IsDeletable: z.catch(z.optional(z.boolean()), undefined),
  ShowHidden: z.catch(z.boolean(), false),
  SortBy: z.catch(z.enum(['Name', 'MediaType', 'Kind', 'SizeInBytes', 'CreatedAt']), 'CreatedAt'),
  SortType: z.catch(z.enum(['None', 'Ascending', 'Descending']), 'Descending'),
  PageSize: atLeast(1, LIMITS.pageSizeDefault, LIMITS.pageSizeMax),
  PageOffset: atLeast(1, 0, LIMITS.pageOffsetMax),
})
export type WorkDataListSearch = z.output<typeof WorkDataListSearch>

/** What the address leaves out. */
export const WORK_DATA_LIST_DEFAULTS = WorkDataListSearch.parse({})

/** The body of the create-query for a list. */
export function workDataQueryOf(search: WorkDataListSearch): WorkDataQueryParameters {
  return {
    Pagination: { PageSize: search.PageSize, PageOffset: search.PageOffset },
    SortBy: { PropertyName: search.SortBy, SortType: search.SortType },
    Filter: filterOf(search),
    IncludeRemainingTags: true,
  }
}

function filterOf(search: WorkDataListSearch): WorkDataFilter {
  const { NameContains, MediaTypeContains, TagsByAnd, TagsByOr, IsDeletable, ShowHidden, tab } = search
  const filter: WorkDataFilter = {
    NameContains,
    MediaTypeContains,
    TagsByAnd,
    TagsByOr,
    IsDeletable,
    ShowHidden: ShowHidden || undefined,
    IsKind: KINDS[tab],
    CreatedAfter: search.CreatedAfter && startOfDay(search.CreatedAfter, 0),
    CreatedBefore: search.CreatedBefore && startOfDay(search.CreatedBefore, 1),
  }
  return Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined))
}

/** Midnight of a day in the visitor's own time zone, as an instant. */
function startOfDay(date: string, later: number): string {
  const [year = 0, month = 1, dayOfMonth = 1] = date.split('-').map(Number)
  return new Date(year, month - 1, dayOfMonth + later).toISOString()
}

/** The same list from its first page, with some of its filters changed. */
export function refined(search: WorkDataListSearch, change: Partial<WorkDataListSearch>): WorkDataListSearch {
  return { ...search, PageOffset: 0, ...change }
}

/** The list as it was before anybody filtered it; tab, view, sorting and page size stay. */
export function withoutFilters({ tab, view, SortBy, SortType, PageSize }: WorkDataListSearch): WorkDataListSearch {
  return { ...WORK_DATA_LIST_DEFAULTS, tab, view, SortBy, SortType, PageSize }
}
