import {
  type AdminWorkDataQueryParameters,
  WORK_DATA_SORT,
  type WorkDataKind,
  type WorkDataQueryResultProperties,
} from '@millrace/contracts/work-data'
import { isAdminMode } from '#lib/admin-mode.ts'
import { decodeLink } from '#lib/link-code.ts'
import { folderQuery, listSearch, sharedFilter, withoutUndefined } from '#lib/list-search.ts'
import { flag, linkCode, oneOf, type SearchOf, searchReader, searchText } from '#lib/search-fields.ts'

export const WORK_DATA_TABS = ['all', 'uploaded', 'results', 'monitoring'] as const
export type WorkDataTab = (typeof WORK_DATA_TABS)[number]

export const TAB_LABELS: Record<WorkDataTab, string> = {
  all: 'All',
  uploaded: 'Uploaded',
  results: 'Results',
  monitoring: 'Monitoring',
}

export const SORT_LABELS: Record<(typeof WORK_DATA_SORT)[number], string> = {
  CreatedAt: 'Created',
  Name: 'Name',
  MediaType: 'Type',
  SizeInBytes: 'Size',
  Kind: 'Kind',
}

const KINDS: Record<WorkDataTab, WorkDataKind | undefined> = {
  all: undefined,
  uploaded: 'ClientUpload',
  results: 'ProcessingArtefact',
  monitoring: 'Monitoring',
}

type KindCounts = WorkDataQueryResultProperties['KindCounts']

/** Returns the available tabs. The tab for monitoring files is omitted unless it is selected or has files. */
export function shownTabs(chosen: WorkDataTab, counts: KindCounts = {}): readonly WorkDataTab[] {
  const isUsed = chosen === 'monitoring' || counts.Monitoring
  return isUsed ? WORK_DATA_TABS : WORK_DATA_TABS.filter((tab) => tab !== 'monitoring')
}

/** Returns the number of files of a tab. Undefined if they are not counted. */
export function tabCount(tab: WorkDataTab, counts: KindCounts): number | undefined {
  const kind = KINDS[tab]
  return counts && (kind ? (counts[kind] ?? 0) : Object.values(counts).reduce((sum, count) => sum + count, 0))
}

/** The state of the list of work data, which is stored in the URL. Invalid values fall back to the defaults. */
export const WorkDataListSearch = searchReader({
  tab: oneOf(WORK_DATA_TABS, 'all'),
  view: oneOf(['table', 'grid'], 'table'),
  NameContains: searchText(512),
  MediaTypeContains: searchText(200),
  /** A folder of uploads, including its subfolders. */
  folder: searchText(1024),
  /** Link code of the owner. Applied only in admin mode. */
  user: linkCode,
  IsDeletable: flag(),
  SortBy: oneOf(WORK_DATA_SORT, 'CreatedAt'),
  ...listSearch,
})
export type WorkDataListSearch = SearchOf<typeof WorkDataListSearch>

/** Default values, which the URL omits. */
export const WORK_DATA_LIST_DEFAULTS = WorkDataListSearch.parse({})

/** Returns the request body of the query for a list. */
export function workDataQueryOf(search: WorkDataListSearch): AdminWorkDataQueryParameters {
  return {
    Pagination: { PageSize: search.PageSize, PageOffset: search.PageOffset },
    SortBy: { PropertyName: search.SortBy, SortType: search.SortType },
    Filter: filterOf(search),
    IncludeRemainingTags: true,
    IncludeKindCounts: true,
  }
}

function filterOf(search: WorkDataListSearch): NonNullable<AdminWorkDataQueryParameters['Filter']> {
  const { NameContains, MediaTypeContains, folder, IsDeletable, tab } = search
  return withoutUndefined({
    NameContains,
    MediaTypeContains,
    TagQueryExpression: folder && folderQuery(folder),
    IsDeletable,
    IsKind: KINDS[tab],
    UserUrl: search.user && isAdminMode() ? decodeLink(search.user) : undefined,
    ...sharedFilter(search),
  })
}

/** Returns the search without filters and search term. The tab, view, columns, order and page size are kept. */
export function withoutFilters({
  tab,
  view,
  columns,
  SortBy,
  SortType,
  PageSize,
}: WorkDataListSearch): WorkDataListSearch {
  return { ...WORK_DATA_LIST_DEFAULTS, tab, view, columns, SortBy, SortType, PageSize }
}
