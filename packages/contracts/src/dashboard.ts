import { z } from 'zod'
import type { JobState } from './job-states.ts'
import type { JobGroup } from './jobs.ts'
import type { ProblemBody } from './problems.ts'

/**
 * Query parameters of the dashboard document. Days start at midnight in this time zone, an IANA name such as
 * `Europe/Berlin`.
 */
export const DashboardParameters = z.object({
  TimeZone: z
    .string()
    .regex(/^[A-Za-z0-9_+/-]{1,64}$/, { message: 'Enter an IANA time zone name, such as Europe/Berlin.' })
    .default('UTC'),
})

/**
 * The jobs created on one day, counted by their current state. As in job lists, sub-jobs and hidden jobs are not
 * counted.
 */
export interface DashboardDay {
  Start: string
  Total: number
  Completed: number
  Failed: number
}

/** A part of the dashboard that could not be read. The lists of the part are empty, and its counts are 0. */
export interface DashboardFailure {
  Part: DashboardPart
  Problem: ProblemBody
}

/** The properties of the dashboard document, besides its embedded jobs and work data. */
export interface DashboardProperties {
  /** Absent if all parts were read. */
  Failures?: readonly DashboardFailure[]
  /** Counted up to `LIMITS.countMax`. If there are more jobs, the count is that limit plus one. */
  TotalJobs: number
  /** `Processing` and `Pending` have the same limit as `TotalJobs`, the other states that of a job list. */
  StateCounts: Partial<Record<JobState, number>>
  /** Jobs of the last week that failed or are missing data, unless they have been run again. */
  StoppedJobs: number
  /** Groups of stopped jobs that share a cause. Stopped jobs with a cause of their own are embedded as `StoppedJob`. */
  StoppedGroups: readonly JobGroup[]
  /** Drafts older than a day. */
  OldDrafts: number
  /** Workflow definitions are not counted. */
  UploadedWorkData: number
  /** All versions of a function count as one step. Deprecated versions are not counted. */
  ProcessingSteps: number
  /** Connected workers, both the server's and the owner's. */
  ConnectedWorkers: number
  /** The last seven days, ending today. */
  Days: DashboardDay[]
}

/** The relations of the embedded documents. Each list is newest first. */
export const DASHBOARD_RELS = [
  'StoppedJob',
  'OldDraft',
  'ProcessingJob',
  'PendingJob',
  'CompletedJob',
  'SampleJob',
  'LatestResult',
  'LatestUpload',
] as const
export type DashboardRel = (typeof DASHBOARD_RELS)[number]

/** The parts of the dashboard that can fail independently: a list, the jobs of each day, or a number. */
export type DashboardPart = DashboardRel | 'Days' | 'ProcessingSteps' | 'ConnectedWorkers'
