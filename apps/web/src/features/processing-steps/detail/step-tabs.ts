import { oneOf, type SearchOf, searchReader, searchText } from '#lib/search-fields.ts'

export const STEP_TABS = ['overview', 'parameters', 'versions', 'jobs', 'source'] as const
export type StepTab = (typeof STEP_TABS)[number]

/** The open tab of a step's page, and the version that its parameters are compared with. */
export const StepDetailSearch = searchReader({
  tab: oneOf(STEP_TABS, 'overview'),
  compare: searchText(200),
})
export type StepDetailSearch = SearchOf<typeof StepDetailSearch>
export const STEP_DETAIL_DEFAULTS = StepDetailSearch.parse({})
