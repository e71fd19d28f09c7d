/** The pages of a job; the second is that of the run of a workflow. */
export type JobPage = '/jobs/$details' | '/workflows/executions/$details'
