import type { JobQueryParameters } from './jobs.ts'
import type { ProcessingStepQueryParameters } from './processing-steps.ts'
import type { WorkDataQueryParameters } from './work-data.ts'

const NEWEST = {
  Pagination: { PageSize: 20, PageOffset: 0 },
  SortBy: { PropertyName: 'CreatedAt', SortType: 'Descending' },
} as const

/**
 * The queries of the web app's lists when the URL has no search parameters, by path: the create-query of the root
 * document, and its parameters. The server includes their results in the page, so the app need not request them.
 */
export const FIRST_QUERIES = {
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

/** Returns the key under which a page carries the result of a query. */
export function firstQueryKey(createPath: string, parameters: unknown): string {
  return `${createPath} ${JSON.stringify(parameters)}`
}
