import { describe, expect, it, vi } from 'vitest'

vi.stubGlobal('location', { origin: 'http://localhost' })
const { JOB_LIST_DEFAULTS, JobListSearch, jobQueryOf, withHiddenQueryOf, withoutFilters } = await import(
  './job-list-search.ts'
)
const { refined } = await import('#lib/list-search.ts')
const { encodeLink } = await import('#lib/link-code.ts')
const { tabCount } = await import('./job-tabs.ts')

describe('JobListSearch', () => {
  it('starts with the newest twenty', () => {
    expect(JOB_LIST_DEFAULTS).toMatchObject({
      PageSize: 20,
      PageOffset: 0,
      SortBy: 'CreatedAt',
      SortType: 'Descending',
    })
  })

  it('falls back to the default for an invalid value', () => {
    const search = JobListSearch.parse({
      tab: 'nowhere',
      PageSize: 0,
      PageOffset: -5,
      SortBy: 'Color',
      SortType: 'Sideways',
      State: 'Sleeping',
      step: 'no link',
      CreatedAfter: '2024-99-01',
      TagsByAnd: [],
      Name: '',
    })

    expect(search).toEqual(JOB_LIST_DEFAULTS)
  })

  it('takes numbers that arrive as text, and tags that arrive as numbers', () => {
    expect(JobListSearch.parse({ PageSize: '50', PageOffset: '100', TagsByOr: [2024] })).toMatchObject({
      PageSize: 50,
      PageOffset: 100,
      TagsByOr: ['2024'],
    })
  })
})

describe('jobQueryOf', () => {
  it('requests the page, the order and no sub-jobs', () => {
    expect(jobQueryOf(JOB_LIST_DEFAULTS)).toEqual({
      Pagination: { PageSize: 20, PageOffset: 0 },
      SortBy: { PropertyName: 'CreatedAt', SortType: 'Descending' },
      Filter: { IsSubJob: false },
      IncludeRemainingTags: true,
      ShortSlots: true,
    })
  })

  it('turns the tab into states and link codes into addresses', () => {
    const step = encodeLink('/api/ProcessingStep/1')
    const query = jobQueryOf(refined(JOB_LIST_DEFAULTS, { tab: 'in-progress', step, sub: 'shown', ShowHidden: true }))

    expect(query.Filter).toEqual({
      States: ['Pending', 'Processing'],
      ProcessingStepUrl: 'http://localhost/api/ProcessingStep/1',
      ShowHidden: true,
    })
  })

  it('requests the jobs of a node of an execution', () => {
    const parent = encodeLink('/api/Job/1')
    const filterOf = (change: object) => jobQueryOf(refined(JOB_LIST_DEFAULTS, change)).Filter

    expect(filterOf({ parent, node: 'clean' })).toMatchObject({
      ParentJobUrl: 'http://localhost/api/Job/1',
      NodeId: 'clean',
    })
    expect(filterOf({ node: 'clean' })).toEqual({ IsSubJob: false, NodeId: undefined })
  })

  it('leaves out the jobs of sweeps on request', () => {
    const query = jobQueryOf(refined(JOB_LIST_DEFAULTS, { sweeps: 'hidden' }))

    expect(query.Filter).toEqual({ IsSubJob: false, TagQueryExpression: 'not sweep' })
    expect(jobQueryOf(refined(JOB_LIST_DEFAULTS, { sweeps: 'hidden', folder: 'run' })).Filter).toMatchObject({
      TagQueryExpression: 'not sweep and (folder = "run" or folder startswith "run/")',
    })
  })

  it('counts whole days in local time', () => {
    const query = jobQueryOf(refined(JOB_LIST_DEFAULTS, { CreatedAfter: '2024-11-14', CreatedBefore: '2024-11-14' }))

    expect(query.Filter?.CreatedAfter).toBe(new Date(2024, 10, 14).toISOString())
    expect(query.Filter?.CreatedBefore).toBe(new Date(2024, 10, 15).toISOString())
  })
})

describe('changing a list', () => {
  it('goes back to the first page', () => {
    expect(refined({ ...JOB_LIST_DEFAULTS, PageOffset: 40 }, { Name: 'köln' })).toMatchObject({
      Name: 'köln',
      PageOffset: 0,
    })
  })

  it('keeps tab and order when the filters are cleared', () => {
    const search = { ...JOB_LIST_DEFAULTS, tab: 'drafts', SortBy: 'Name', Name: 'x' } as const

    expect(withoutFilters(search)).toEqual({ ...JOB_LIST_DEFAULTS, tab: 'drafts', SortBy: 'Name' })
  })
})

describe('withHiddenQueryOf', () => {
  it('requests hidden jobs, but not trial runs, which are hidden from the start', () => {
    expect(withHiddenQueryOf('all').Filter).toEqual({ IsSubJob: false, ShowHidden: true, WithoutTrials: true })
  })
})

describe('tabCount', () => {
  it('adds up the states of a tab, and lets the server count what needs you', () => {
    const counts = { StateCounts: { Pending: 2, Processing: 3, Error: 4, Completed: 30 }, NeedsYouCount: 1 }

    expect(tabCount('all', counts)).toEqual({ count: 39, isPartial: false })
    expect(tabCount('in-progress', counts)).toEqual({ count: 5, isPartial: false })
    expect(tabCount('canceled', counts)).toEqual({ count: 0, isPartial: false })
    expect(tabCount('needs-you', counts)).toEqual({ count: 1, isPartial: false })
  })

  it('says where counting stopped early', () => {
    const counts = {
      StateCounts: { Pending: 2, Processing: 1000, Canceled: 7 },
      NeedsYouCount: 1000,
      PartialCounts: ['Processing', 'NeedsYou'] as const,
    }
    const isPartial = (tab: Parameters<typeof tabCount>[0]) => tabCount(tab, counts).isPartial

    expect(tabCount('all', counts)).toEqual({ count: 10_000, isPartial: true })
    expect(tabCount('in-progress', counts)).toEqual({ count: 1002, isPartial: true })
    expect([isPartial('needs-you'), isPartial('canceled')]).toEqual([true, false])
  })
})
