/** The pages of a job; the second is that of the run of a workflow. */
export type JobPath = '/jobs/$details' | '/workflows/executions/$details'

/** Where two jobs are compared. */
export const COMPARED_AT = {
  '/jobs/$details': '/jobs/compare',
  '/workflows/executions/$details': '/workflows/executions/compare',
} as const satisfies Record<JobPath, string>
