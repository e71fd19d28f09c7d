import { MEDIA } from '@millrace/contracts/media-types'
import { describe, expect, it } from 'vitest'
import { WORKFLOW_LIST_DEFAULTS, WorkflowListSearch, withoutFilters, workflowQueryOf } from './workflow-list-search.ts'

describe('the search parameters of the workflow explorer', () => {
  it('request the newest twenty definitions by default', () => {
    expect(workflowQueryOf(WorkflowListSearch.parse({}))).toEqual({
      Pagination: { PageSize: 20, PageOffset: 0 },
      SortBy: { PropertyName: 'CreatedAt', SortType: 'Descending' },
      Filter: { MediaTypeContains: MEDIA.workflowDefinition },
      IncludeRemainingTags: true,
    })
  })

  it.each([
    { MediaTypeContains: 'text/csv' },
    { MediaType: 'text/csv', Filter: { MediaTypeContains: 'text/csv' } },
    { NameContains: 'gauge', MediaTypeContains: '' },
  ])('cannot request another media type: %j', (search) => {
    const { Filter } = workflowQueryOf(WorkflowListSearch.parse(search))

    expect(Filter?.MediaTypeContains).toBe(MEDIA.workflowDefinition)
  })

  it.each([{ PageSize: 0 }, { PageOffset: -1, view: 'map' }, { SortBy: 'MediaType', TagsByAnd: [] }])(
    'fall back where %j makes no sense',
    (search) => {
      expect(WorkflowListSearch.parse(search)).toEqual(WORKFLOW_LIST_DEFAULTS)
    },
  )

  it('keep the view when all filters are cleared', () => {
    const search = WorkflowListSearch.parse({ view: 'table', NameContains: 'gauge', PageOffset: 40 })

    expect(withoutFilters(search)).toEqual({ ...WORKFLOW_LIST_DEFAULTS, view: 'table' })
  })
})
