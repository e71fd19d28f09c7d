import { JOB_STATES } from '@millrace/contracts/job-states'
import type { AdminJobQueryParameters } from '@millrace/contracts/jobs'
import { SWEEP_TAG } from '@millrace/contracts/sweep-tags'
import { isAdminMode } from '#lib/admin-mode.ts'
import { decodeLink } from '#lib/link-code.ts'
import { listSearch, sharedFilter, withoutUndefined } from '#lib/list-search.ts'
import { linkCode, oneOf, type SearchOf, searchReader, searchText } from '#lib/search-fields.ts'
import { JOB_TABS, tabStates } from './job-tabs.ts'

/** The state of the job list, which is its address. What does not fit falls back silently. */
export const JobListSearch = searchReader({
  tab: oneOf(JOB_TABS, 'all'),
  Name: searchText(512),
  State: oneOf(['Undefined', ...JOB_STATES]),
  /** Step, data and parent as link codes. */
  step: linkCode,
  data: linkCode,
  parent: linkCode,
  /** A node of the execution in `parent`. */
  node: searchText(100),
  /** The owner of the jobs as a link code. Only admin mode filters by it. */
  user: linkCode,
  /** Why the jobs stopped, in the server's words. */
  cause: searchText(512),
  /** A parameter such as `window = 5`, or the value of any. */
  parameter: searchText(512),
  /** Text in the log or the error. */
  log: searchText(512),
  sub: oneOf(['hidden', 'shown', 'only'], 'hidden'),
  /** The jobs of sweeps, which have boards of their own. */
  sweeps: oneOf(['shown', 'hidden'], 'shown'),
  SortBy: oneOf(['Name', 'CreatedAt', 'CompletedAt'], 'CreatedAt'),
  ...listSearch,
})
export type JobListSearch = SearchOf<typeof JobListSearch>

/** The values that the address leaves out. */
export const JOB_LIST_DEFAULTS = JobListSearch.parse({})

/** The body of the create-query for a list: the tab becomes a list of states, or the server's word for what needs you. */
export function jobQueryOf(search: JobListSearch): AdminJobQueryParameters {
  const states = tabStates(search.tab)
  return {
    Pagination: { PageSize: search.PageSize, PageOffset: search.PageOffset },
    SortBy: { PropertyName: search.SortBy, SortType: search.SortType },
    Filter: {
      ...filterOf(search),
      ...(states ? { States: [...states] } : {}),
      ...(search.tab === 'needs-you' ? { NeedsYou: true, ...(search.cause ? {} : { Ungrouped: true }) } : {}),
    },
    IncludeRemainingTags: true,
    ShortSlots: true,
  }
}

function filterOf(search: JobListSearch): NonNullable<AdminJobQueryParameters['Filter']> {
  const { Name, State, sub } = search
  return withoutUndefined({
    Name,
    State,
    Cause: search.cause,
    Parameter: search.parameter,
    Log: search.log,
    ...sharedFilter(search),
    IsSubJob: search.parent || sub === 'shown' ? undefined : sub === 'only',
    WorkDataUrl: search.data && decodeLink(search.data),
    WithoutTrials: search.data === undefined ? undefined : true,
    ProcessingStepUrl: search.step && decodeLink(search.step),
    ParentJobUrl: search.parent && decodeLink(search.parent),
    TagQueryExpression: search.sweeps === 'hidden' ? `not ${SWEEP_TAG}` : undefined,
    NodeId: search.parent && search.node,
    UserUrl: search.user && isAdminMode() ? decodeLink(search.user) : undefined,
  })
}

/** Asks for the jobs of a tab with hidden ones, except trials, which nobody hid. */
export function withHiddenQueryOf(tab: JobListSearch['tab']): AdminJobQueryParameters {
  const query = jobQueryOf({ ...JOB_LIST_DEFAULTS, tab, ShowHidden: true })
  return { ...query, Filter: { ...query.Filter, WithoutTrials: true } }
}

/** The list as it was before it was filtered; tab, columns, order and page size stay. */
export function withoutFilters({ tab, columns, SortBy, SortType, PageSize }: JobListSearch): JobListSearch {
  return { ...JOB_LIST_DEFAULTS, tab, columns, SortBy, SortType, PageSize }
}

/** The columns of a list in the order of completion include the time of completion. */
export function chosenColumns({ columns, SortBy }: JobListSearch): string | undefined {
  return columns ?? (SortBy === 'CompletedAt' ? 'state.name.flow.created.completed.duration.by' : undefined)
}
