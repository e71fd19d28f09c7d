import type { JobQueryParameters } from './jobs.ts'
import type { ProcessingStepQueryParameters } from './processing-steps.ts'
import type { WorkDataQueryParameters } from './work-data.ts'

const NEWEST = {
  Pagination: { PageSize: 20, PageOffset: 0 },
  SortBy: { PropertyName: 'CreatedAt', SortType: 'Descending' },
} as const

/**
 * For each path, the query that the web app's list sends if the URL has no search parameters. `root` names a root
 * document, and `action` names the action in that document that creates the query. The server includes the results in
 * the page, so the app need not request them.
 */
export const PRELOADED_QUERIES = {
  '/jobs': {
    root: 'JobsRoot',
    action: 'CreateJobQuery',
    parameters: {
      ...NEWEST,
      Filter: { IsSubJob: false },
      IncludeRemainingTags: true,
      ShortSlots: true,
    } satisfies JobQueryParameters,
  },
  '/workdata/explorer': {
    root: 'WorkDataRoot',
    action: 'CreateWorkDataQuery',
    parameters: {
      ...NEWEST,
      Filter: {},
      IncludeRemainingTags: true,
      IncludeKindCounts: true,
    } satisfies WorkDataQueryParameters,
  },
  '/processing-steps': {
    root: 'ProcessingStepsRoot',
    action: 'CreateProcessingStepQuery',
    parameters: {
      Pagination: { PageSize: 500 },
      SortBy: { PropertyName: 'Title', SortType: 'Ascending' },
      Filter: { ShowDeprecated: false },
      IncludeRemainingTags: true,
      IncludeUse: true,
    } satisfies ProcessingStepQueryParameters,
  },
} as const

/** Returns the key under which the page contains the result of a query. */
export function preloadedQueryKey(createPath: string, parameters: unknown): string {
  return `${createPath} ${JSON.stringify(parameters)}`
}
