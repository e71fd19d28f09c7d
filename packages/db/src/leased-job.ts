import type { ProcessingStepRow } from './schema/processing-steps.ts'

/** The data of a leased job that the server needs when the worker writes to the job. */
export interface LeasedJob {
  id: string
  ownerId: string
  createdBy: string
  stepId: string
  parentId: string | null
  attempt: number
  timeLimitSeconds: number
  maxSeconds: number | null
  name: string
  parameters: Record<string, unknown> | null
  outputsDeletable: boolean
  /** Whether the job is a hidden trial run. The results of such a job are hidden, too. */
  hidesResults: boolean
  outputSlots: ProcessingStepRow['outputSlots']
}

const VALUES: Record<keyof LeasedJob, string> = {
  id: 'job.id',
  ownerId: 'job.owner_id',
  createdBy: 'job.created_by',
  stepId: 'job.step_id',
  parentId: 'job.parent_id',
  attempt: 'job.attempt',
  timeLimitSeconds: 'job.time_limit_seconds',
  maxSeconds: 'job.max_seconds',
  name: 'job.name',
  parameters: 'job.parameters',
  outputsDeletable: 'job.outputs_deletable',
  hidesResults: 'job.is_trial and job.hidden',
  outputSlots: 'step.output_slots',
}

/** SQL for the properties of a leased job, as columns. */
export const LEASED_JOB = Object.entries(VALUES)
  .map(([name, sql]) => `${sql} as "${name}"`)
  .join(', ')

/** SQL for the properties of a leased job, as one JSON object. */
export const LEASED_JOB_JSON = `json_build_object(${Object.entries(VALUES)
  .map(([name, sql]) => `'${name}', ${sql}`)
  .join(', ')})`
