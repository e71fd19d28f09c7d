import type { ProcessingStepFilter } from '@millrace/contracts/processing-steps'
import { chosenColumns } from '#lib/list-search.ts'
import { flag, linkCode, oneOf, type SearchOf, searchReader, searchText } from '#lib/search-fields.ts'

const text = searchText(512)

/** The state of the list of steps, which is stored in the URL. Invalid values fall back to the defaults. */
export const StepListSearch = searchReader({
  find: text,
  tag: text,
  category: text,
  view: oneOf(['table', 'cards'], 'table'),
  columns: chosenColumns,
  /** Link code of work data that all listed steps must accept. */
  fits: linkCode,
  IsPublic: flag(),
  ShowHidden: flag(false),
  ShowDeprecated: flag(false),
  SortBy: oneOf(['Title', 'CreatedAt', 'LastModifiedAt'], 'Title'),
  SortType: oneOf(['None', 'Ascending', 'Descending'], 'Ascending'),
})
export type StepListSearch = SearchOf<typeof StepListSearch>

/** Default values, which the URL omits. */
export const STEP_LIST_DEFAULTS = StepListSearch.parse({})

/** Returns the filters that the server applies. The search words, tag, category and file are matched in the browser. */
export function stepFilterOf({ IsPublic, ShowHidden, ShowDeprecated }: StepListSearch): ProcessingStepFilter {
  return {
    ...(IsPublic === undefined ? {} : { IsPublic }),
    ...(ShowHidden ? { ShowHidden } : {}),
    ShowDeprecated,
  }
}

/** Returns the search without filters. The view, columns and order are kept. */
export function withoutFilters({ view, columns, SortBy, SortType }: StepListSearch): StepListSearch {
  return { ...STEP_LIST_DEFAULTS, view, columns, SortBy, SortType }
}
