import { JOB_STATES } from '@millrace/contracts/job-states'
import type { AdminJobQueryParameters } from '@millrace/contracts/jobs'
import { SWEEP_TAG } from '@millrace/contracts/sweep-tags'
import { isAdminMode } from '#lib/admin-mode.ts'
import { decodeLink } from '#lib/link-code.ts'
import { folderQuery, listSearch, sharedFilter, withoutUndefined } from '#lib/list-search.ts'
import { linkCode, oneOf, type SearchOf, searchReader, searchText } from '#lib/search-fields.ts'
import { JOB_TABS, tabStates } from './job-tabs.ts'

/** The state of the job list, as search parameters. Invalid values silently fall back to the defaults. */
export const JobListSearch = searchReader({
  tab: oneOf(JOB_TABS, 'all'),
  Name: searchText(512),
  State: oneOf(['Undefined', ...JOB_STATES]),
  step: linkCode,
  data: linkCode,
  parent: linkCode,
  /** Id of a node of the execution in `parent`. */
  node: searchText(100),
  /** Link code of the owner of the jobs, for administrators who see all users' jobs. */
  user: linkCode,
  /** Path of a folder, which includes its subfolders. */
  folder: searchText(512),
  /** The cause for which the jobs stopped, in the server's wording. */
  cause: searchText(512),
  /** A parameter such as `window = 5`, or a value of any parameter. */
  parameter: searchText(512),
  /** Text in the log or the error. */
  log: searchText(512),
  sub: oneOf(['hidden', 'shown', 'only'], 'hidden'),
  /** Whether to include jobs of sweeps, which are also shown on the sweeps' boards. */
  sweeps: oneOf(['shown', 'hidden'], 'shown'),
  SortBy: oneOf(['Name', 'CreatedAt', 'CompletedAt'], 'CreatedAt'),
  ...listSearch,
})
export type JobListSearch = SearchOf<typeof JobListSearch>

/** Default values, which the URL leaves out. */
export const JOB_LIST_DEFAULTS = JobListSearch.parse({})

/**
 * Returns the query parameters for a list. The tab becomes a list of states, except for “All”, and for “Needs you”,
 * whose jobs the server determines.
 */
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
    TagQueryExpression: tagQueryOf(search),
    NodeId: search.parent && search.node,
    UserUrl: search.user && isAdminMode() ? decodeLink(search.user) : undefined,
  })
}

function tagQueryOf({ sweeps, folder }: JobListSearch): string | undefined {
  const parts = [sweeps === 'hidden' ? `not ${SWEEP_TAG}` : '', folder ? `(${folderQuery(folder)})` : '']
  return parts.filter(Boolean).join(' and ') || undefined
}

/**
 * Returns the query for the jobs of a tab including hidden ones, but without trials, which are hidden although no user
 * hid them.
 */
export function withHiddenQueryOf(tab: JobListSearch['tab']): AdminJobQueryParameters {
  const query = jobQueryOf({ ...JOB_LIST_DEFAULTS, tab, ShowHidden: true })
  return { ...query, Filter: { ...query.Filter, WithoutTrials: true } }
}

/** Returns the search without filters. Tab, columns, order and page size are kept. */
export function withoutFilters({ tab, columns, SortBy, SortType, PageSize }: JobListSearch): JobListSearch {
  return { ...JOB_LIST_DEFAULTS, tab, columns, SortBy, SortType, PageSize }
}

/**
 * Returns the ids of the chosen columns, or undefined for the default ones. If none are chosen, a list sorted by
 * completion also includes the completion time.
 */
export function chosenColumns({ columns, SortBy }: JobListSearch): string | undefined {
  return columns ?? (SortBy === 'CompletedAt' ? 'state.name.flow.created.completed.duration.by' : undefined)
}
