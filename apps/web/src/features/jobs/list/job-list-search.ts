import { JOB_STATES } from '@millrace/contracts/job-states'
import type { JobQueryParameters } from '@millrace/contracts/jobs'
import { LIMITS } from '@millrace/contracts/limits'
import * as z from 'zod/mini'
import { decodeLink } from '#lib/link-code.ts'
import { JOB_TABS, tabStates } from './job-tabs.ts'

const text = z.catch(z.optional(z.string().check(z.minLength(1), z.maxLength(512))), undefined)
const link = z.catch(z.optional(z.string().check(z.refine((code) => decodeLink(code) !== undefined))), undefined)
const day = z.catch(z.optional(z.iso.date()), undefined)
const tags = z.catch(z.optional(z.array(z.coerce.string()).check(z.minLength(1), z.maxLength(100))), undefined)
const atLeast = (least: number, fallback: number, most: number) =>
  z.catch(z.coerce.number().check(z.int(), z.gte(least), z.lte(most)), fallback)

/** The state of the job list, which is its address. What does not fit falls back silently. */
export const JobListSearch = z.object({
  tab: z.catch(z.enum(JOB_TABS), 'all'),
  Name: text,
  State: z.catch(z.optional(z.enum(['Undefined', ...JOB_STATES])), undefined),
  /** Step, data and parent as link codes. */
  step: link,
  data: link,
  parent: link,
  /** Why the jobs stopped, in the server's words. */
  cause: text,
  CreatedAfter: day,
  CreatedBefore: day,
  TagsByAnd: tags,
  TagsByOr: tags,
  sub: z.catch(z.enum(['hidden', 'shown', 'only']), 'hidden'),
  ShowHidden: z.catch(z.boolean(), false),
  SortBy: z.catch(z.enum(['Name', 'CreatedAt', 'CompletedAt']), 'CreatedAt'),
  SortType: z.catch(z.enum(['None', 'Ascending', 'Descending']), 'Descending'),
  PageSize: atLeast(1, LIMITS.pageSizeDefault, LIMITS.pageSizeMax),
  PageOffset: atLeast(1, 0, LIMITS.pageOffsetMax),
})
export type JobListSearch = z.output<typeof JobListSearch>

/** What the address leaves out. */
export const JOB_LIST_DEFAULTS = JobListSearch.parse({})

/** The body of the create-query for a list: the tab becomes a list of states, or the server's word for what needs you. */
export function jobQueryOf(search: JobListSearch): JobQueryParameters {
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
  }
}

function filterOf(search: JobListSearch): NonNullable<JobQueryParameters['Filter']> {
  const { Name, State, TagsByAnd, TagsByOr, ShowHidden, sub } = search
  return withoutUndefined({
    Name,
    State,
    TagsByAnd,
    TagsByOr,
    Cause: search.cause,
    ShowHidden: ShowHidden || undefined,
    IsSubJob: search.parent || sub === 'shown' ? undefined : sub === 'only',
    WorkDataUrl: search.data && decodeLink(search.data),
    ProcessingStepUrl: search.step && decodeLink(search.step),
    ParentJobUrl: search.parent && decodeLink(search.parent),
    CreatedAfter: search.CreatedAfter && startOfDay(search.CreatedAfter, 0),
    CreatedBefore: search.CreatedBefore && startOfDay(search.CreatedBefore, 1),
  })
}

/** Midnight of a day in the visitor's own time zone, as an instant. */
function startOfDay(date: string, later: number): string {
  const [year = 0, month = 1, dayOfMonth = 1] = date.split('-').map(Number)
  return new Date(year, month - 1, dayOfMonth + later).toISOString()
}

function withoutUndefined<T extends object>(record: T): T {
  return Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined)) as T
}

/** The same list from its first page, with some of its filters changed. */
export function refined(search: JobListSearch, change: Partial<JobListSearch>): JobListSearch {
  return { ...search, PageOffset: 0, ...change }
}

/** The list as it was before anybody filtered it; tab, sorting and page size stay. */
export function withoutFilters({ tab, SortBy, SortType, PageSize }: JobListSearch): JobListSearch {
  return { ...JOB_LIST_DEFAULTS, tab, SortBy, SortType, PageSize }
}
