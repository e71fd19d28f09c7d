import { describe, expect, it } from 'vitest'
import { refined } from '#lib/list-search.ts'
import {
  shownTabs,
  tabCount,
  WORK_DATA_LIST_DEFAULTS,
  WORK_DATA_TABS,
  WorkDataListSearch,
  withoutFilters,
  workDataQueryOf,
} from './work-data-list-search.ts'

describe('the tabs of the work data list', () => {
  it('leave out Monitoring until such a file exists or its URL was opened', () => {
    expect(shownTabs('all', { ClientUpload: 2, ProcessingArtefact: 1 })).toEqual(['all', 'uploaded', 'results'])
    expect(shownTabs('all', { ClientUpload: 2, Monitoring: 1 })).toContain('monitoring')
    expect(shownTabs('monitoring', {})).toContain('monitoring')
  })
})

describe('the counts of the tabs', () => {
  it('come from the kinds, unless there are too many files to count', () => {
    const counts = { ClientUpload: 2, ProcessingArtefact: 3, Unknown: 1 }
    expect(WORK_DATA_TABS.map((tab) => tabCount(tab, counts))).toEqual([6, 2, 3, 0])
    expect(tabCount('all', undefined)).toBeUndefined()
  })
})

describe('the URL of the work data list', () => {
  it('requests the newest twenty by default', () => {
    expect(workDataQueryOf(WorkDataListSearch.parse({}))).toEqual({
      Pagination: { PageSize: 20, PageOffset: 0 },
      SortBy: { PropertyName: 'CreatedAt', SortType: 'Descending' },
      Filter: {},
      IncludeRemainingTags: true,
      IncludeKindCounts: true,
    })
  })

  it.each([
    { PageSize: 0 },
    { PageSize: -3, PageOffset: -1 },
    { PageSize: 'many', SortBy: 'Colour', SortType: 'Sideways' },
    { tab: 'nothing', view: 'map', CreatedAfter: 'yesterday', TagsByAnd: [] },
    { PageSize: 100_000 },
  ])('falls back to the defaults for %j', (search) => {
    expect(WorkDataListSearch.parse(search)).toEqual(WORK_DATA_LIST_DEFAULTS)
  })

  it('accepts names made of digits, which the router turns into numbers', () => {
    expect(WorkDataListSearch.parse({ NameContains: 2024 }).NameContains).toBe('2024')
  })

  it('turns the tab into a kind, and days into times', () => {
    const search = WorkDataListSearch.parse({ tab: 'results', CreatedAfter: '2024-11-01', CreatedBefore: '2024-11-01' })
    const { Filter } = workDataQueryOf(search)

    expect(Filter?.IsKind).toBe('ProcessingArtefact')
    expect(Date.parse(Filter?.CreatedBefore ?? '') - Date.parse(Filter?.CreatedAfter ?? '')).toBe(86_400_000)
  })

  it('goes back to the first page when a filter changes, and keeps the tab when all filters are removed', () => {
    const search = WorkDataListSearch.parse({ tab: 'uploaded', NameContains: 'a', PageOffset: 40 })

    expect(refined(search, { IsDeletable: true })).toMatchObject({ PageOffset: 0, IsDeletable: true })
    expect(withoutFilters(search)).toEqual({ ...WORK_DATA_LIST_DEFAULTS, tab: 'uploaded' })
  })
})
