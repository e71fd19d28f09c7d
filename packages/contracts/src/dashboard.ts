import { z } from 'zod'
import type { JobState } from './job-states.ts'
import type { JobGroup } from './jobs.ts'
import type { ProblemBody } from './problems.ts'

/**
 * Query parameters of the dashboard document. Days start at midnight in `TimeZone`, an IANA name such as
 * `Europe/Berlin`.
 */
export const DashboardParameters = z.object({
  TimeZone: z
    .string()
    .regex(/^[A-Za-z0-9_+/-]{1,64}$/, { message: 'Enter an IANA time zone name, such as Europe/Berlin.' })
    .default('UTC'),
})

/**
 * How many jobs were created on one day, by their current state. As in job lists, sub-jobs and hidden jobs are not
 * counted.
 */
export interface DashboardDay {
  Start: string
  Total: number
  Completed: number
  Failed: number
}

/** A part of the dashboard that could not be read. The lists in that part are empty, and its counts are 0. */
export interface DashboardFailure {
  Part: DashboardPart
  Problem: ProblemBody
}

export interface DashboardProperties {
  /** Absent if all parts were read. */
  Failures?: readonly DashboardFailure[]
  /** Counted up to `LIMITS.countMax`. If there are more jobs, the count is that limit plus one. */
  TotalJobs: number
  /**
   * `Processing` and `Pending` are counted up to `LIMITS.countMax`. If `TotalJobs` is above `LIMITS.countMax`, the
   * other states are counted only up to `LIMITS.stateCountMax`.
   */
  StateCounts: Partial<Record<JobState, number>>
  /** Number of jobs from the last week that failed or are missing data, and that were not run again. */
  StoppedJobs: number
  /** Groups of stopped jobs with the same cause. Other stopped jobs are embedded as `StoppedJob`. */
  StoppedGroups: readonly JobGroup[]
  /** Number of drafts older than a day. */
  OldDrafts: number
  /** Number of uploaded files, not counting workflow definitions. */
  UploadedWorkData: number
  /** Number of steps that are not deprecated. All versions of a function count as one step. */
  ProcessingSteps: number
  /** Number of connected workers that belong to the server or to the owner. */
  ConnectedWorkers: number
  /** The last seven days, ending today. */
  Days: DashboardDay[]
}

/** The relations of the embedded documents. Documents with the same relation are sorted newest first. */
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
