/** The routes of a job page and of the page of an execution. */
export type JobPath = '/jobs/$details' | '/workflows/executions/$details'

/** The routes that compare two jobs, by the route of the job. */
export const COMPARED_AT = {
  '/jobs/$details': '/jobs/compare',
  '/workflows/executions/$details': '/workflows/executions/compare',
} as const satisfies Record<JobPath, string>
