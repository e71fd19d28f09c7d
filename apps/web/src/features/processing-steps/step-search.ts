import type { ProcessingStepFilter } from '@millrace/contracts/processing-steps'
import { chosenColumns } from '#lib/list-search.ts'
import { flag, linkCode, oneOf, type SearchOf, searchReader, searchText } from '#lib/search-fields.ts'

const text = searchText(512)

/** The state of the list of steps, which is its address. What does not fit falls back silently. */
export const StepListSearch = searchReader({
  find: text,
  tag: text,
  category: text,
  view: oneOf(['table', 'cards'], 'table'),
  columns: chosenColumns,
  /** Work data as a link code: only steps that take it. */
  fits: linkCode,
  IsPublic: flag(),
  ShowHidden: flag(false),
  ShowDeprecated: flag(false),
  SortBy: oneOf(['Title', 'CreatedAt', 'LastModifiedAt'], 'Title'),
  SortType: oneOf(['None', 'Ascending', 'Descending'], 'Ascending'),
})
export type StepListSearch = SearchOf<typeof StepListSearch>

/** The values that the address leaves out. */
export const STEP_LIST_DEFAULTS = StepListSearch.parse({})

/** The part of the search that the server answers; words, tags and types are looked at here. */
export function stepFilterOf({ IsPublic, ShowHidden, ShowDeprecated }: StepListSearch): ProcessingStepFilter {
  return {
    ...(IsPublic === undefined ? {} : { IsPublic }),
    ...(ShowHidden ? { ShowHidden } : {}),
    ShowDeprecated,
  }
}

/** The list as it was before anybody filtered it; view, columns and sorting stay. */
export function withoutFilters({ view, columns, SortBy, SortType }: StepListSearch): StepListSearch {
  return { ...STEP_LIST_DEFAULTS, view, columns, SortBy, SortType }
}
