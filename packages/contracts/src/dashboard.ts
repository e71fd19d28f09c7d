import { z } from 'zod'
import type { JobState } from './job-states.ts'
import type { JobGroup } from './jobs.ts'
import type { ProblemBody } from './problems.ts'

/** Query parameters of the dashboard document. Days start at midnight in the time zone, an IANA name such as `Europe/Berlin`. */
export const DashboardParameters = z.object({
  TimeZone: z
    .string()
    .regex(/^[A-Za-z0-9_+/-]{1,64}$/, { message: 'Enter an IANA time zone name, such as Europe/Berlin.' })
    .default('UTC'),
})

/** The jobs created on one day, counted by current state. Sub-jobs and hidden jobs are left out, as in job lists. */
export interface DashboardDay {
  Start: string
  Total: number
  Completed: number
  Failed: number
}

/** A part that could not be read. Its lists are empty, and its counts are 0. */
export interface DashboardFailure {
  Part: DashboardPart
  Problem: ProblemBody
}

/** The properties of the dashboard document, besides its embedded jobs and work data. */
export interface DashboardProperties {
  /** Absent if all parts were read. */
  Failures?: readonly DashboardFailure[]
  /** Up to `LIMITS.countMax`; one more means that there are more. */
  TotalJobs: number
  /** `Processing` and `Pending` are counted like `TotalJobs`, other states like those of a job list. */
  StateCounts: Partial<Record<JobState, number>>
  /** Jobs of the last week that failed or are missing data and have not been run again. */
  StoppedJobs: number
  /** Groups of these jobs that share a cause. `StoppedJob` embeds the jobs that share none. */
  StoppedGroups: readonly JobGroup[]
  /** Drafts older than a day. */
  OldDrafts: number
  /** Definitions of workflows are not among them. */
  UploadedWorkData: number
  /** All versions of a function count as one step, deprecated ones not at all. */
  ProcessingSteps: number
  /** Connected workers of the server and of the owner. */
  ConnectedWorkers: number
  /** The last seven days, today last. */
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

/** What fails on its own: a list, the jobs of each day, or a number. */
export type DashboardPart = DashboardRel | 'Days' | 'ProcessingSteps' | 'ConnectedWorkers'
