import { z } from 'zod'
import { JOB_STATES, type WireJobState } from './job-states.ts'
import { LIMITS } from './limits.ts'
import { hasInvisible, INVISIBLE_REFUSED } from './names.ts'
import { Href, Instant, Pagination, type QueryResultProperties, sharedFilter, sortBy, Tags } from './queries.ts'

/* “Addition to the protocol”: not in version 9.2 of the jobs service's protocol, which Millrace serves (ADR 021). */

const State = z.enum(['Undefined', ...JOB_STATES])

export const JobFilter = z.object({
  State: State.nullish(),
  States: z.array(State).max(9).nullish(),
  /** A substring of the job's name, case-insensitive. */
  Name: z.string().max(512).nullish(),
  WorkDataUrl: Href.nullish(),
  /** Addition to the protocol: omits trial runs, except those that are queued or running or that a user has kept. */
  WithoutTrials: z.boolean().nullish(),
  ProcessingStepUrl: Href.nullish(),
  ParentJobUrl: Href.nullish(),
  IsSubJob: z.boolean().nullish(),
  /** Addition to the protocol: only the jobs of this node of the execution in `ParentJobUrl`. */
  NodeId: z.string().max(100).nullish(),
  /** Addition to the protocol: only jobs that need attention. Jobs that were run again are omitted. */
  NeedsYou: z.boolean().nullish(),
  /**
   * Addition to the protocol, for use with `NeedsYou`: omits jobs that stopped for the same cause as other jobs of
   * their step. The result's `Groups` contains them instead.
   */
  Ungrouped: z.boolean().nullish(),
  /** Addition to the protocol: only jobs whose property `Cause` equals this string. */
  Cause: z.string().max(512).nullish(),
  /**
   * Addition to the protocol: only jobs with this parameter. `window = 5` matches the parameter by name and value. A
   * term without an equals sign matches the value of any parameter. Numbers must be equal. Strings match if they
   * contain the term, ignoring case.
   */
  Parameter: z.string().trim().max(512).nullish(),
  /** Addition to the protocol: only jobs whose log or error contains this string, case-insensitive. */
  Log: z.string().max(512).nullish(),
  CreatedAfter: Instant.nullish(),
  CreatedBefore: Instant.nullish(),
  /** Sent by clients of protocol 10 and later. Ignored, because Millrace jobs have no templates. */
  ActionTemplateUrl: Href.nullish(),
  ...sharedFilter,
})
export type JobFilter = z.infer<typeof JobFilter>

export const JOB_SORT = ['Name', 'CreatedAt', 'CompletedAt'] as const

export const JobQueryParameters = z.object({
  Pagination: Pagination.nullish(),
  SortBy: sortBy(JOB_SORT, { CreatedOn: 'CreatedAt', CompletedOn: 'CompletedAt' }).nullish(),
  Filter: JobFilter.nullish(),
  IncludeRemainingTags: z.boolean().nullish(),
  /**
   * Addition to the protocol: embeds only slots that contain files, and only the names, types and URLs of the files.
   */
  ShortSlots: z.boolean().nullish(),
})
export type JobQueryParameters = z.infer<typeof JobQueryParameters>

/**
 * For administrators: jobs of all owners. `UserUrl` selects one owner's jobs, and `WorkerId` selects the jobs that one
 * worker claimed.
 */
export const AdminJobFilter = JobFilter.extend({
  UserUrl: Href.nullish(),
  WorkerId: z.string().max(100).nullish(),
})
export type AdminJobFilter = z.infer<typeof AdminJobFilter>

export const AdminJobQueryParameters = JobQueryParameters.extend({ Filter: AdminJobFilter.nullish() })
export type AdminJobQueryParameters = z.infer<typeof AdminJobQueryParameters>

export const JobName = z
  .string()
  .trim()
  .min(1, 'Enter a name for the job.')
  .max(LIMITS.jobNameMax)
  .refine((name) => !hasInvisible(name), `The name ${INVISIBLE_REFUSED}`)

export const CreateJobParameters = z.object({
  Name: JobName,
  /**
   * Addition to the protocol: the earlier job that the new job runs again. The earlier job then no longer needs
   * attention.
   */
  AgainOfUrl: Href.nullish(),
  /**
   * Addition to the protocol: creates a trial run. The job and its results are hidden, and are deleted after
   * `LIMITS.trialDays` unless a user keeps them.
   */
  IsTrial: z.boolean().nullish(),
})
export const CreateSubJobParameters = z.object({ Name: JobName, ParentJobUrl: Href })
export const RenameJobParameters = z.object({ NewName: JobName })
export const SelectProcessingParameters = z.object({ ProcessingStepUrl: Href })
export const SetJobTagsParameters = z.object({ Tags })
export const CopyJobToOrgParameters = z.object({ OrgId: z.uuid().toLowerCase() })
export const SetJobErrorStateParameters = z.object({ Message: z.string().trim().min(1).max(4000) })
/** For administrators: ends all owners' unfinished jobs that were created before `CreatedBefore`. */
export const SetJobsErrorStateParameters = SetJobErrorStateParameters.extend({ CreatedBefore: Instant })
export const SelectWorkDataForDataSlotParameters = z.object({ WorkDataUrl: Href })
export const SelectWorkDataCollectionForDataSlotParameters = z.object({
  WorkDataUrls: z.array(Href).min(1).max(LIMITS.slotItemsMax),
})

export const RapidJobSetupParameters = z.object({
  Name: JobName,
  ProcessingStepUrl: Href,
  ParentJobUrl: Href.nullish(),
  Tags: Tags.nullish(),
  Parameters: z.string().max(LIMITS.jsonBodyBytes).nullish(),
  AllowOutputDataDeletion: z.boolean().nullish(),
  InputDataSlots: z
    .array(
      z.object({ Index: z.int().min(0).nullish(), WorkDataUrls: z.array(Href).max(LIMITS.slotItemsMax).nullish() }),
    )
    .max(50)
    .nullish(),
  Start: z.boolean().nullish(),
})
export type RapidJobSetupParameters = z.infer<typeof RapidJobSetupParameters>

/** Starts one job for each set of values. For a workflow, the parameters are its variables. */
export const StartSweepParameters = RapidJobSetupParameters.omit({ ParentJobUrl: true, Start: true }).extend({
  /** For each job, the parameters that differ from `Parameters`, with their values. */
  Cells: z
    .array(z.record(z.string().max(200), z.unknown()))
    .min(1)
    .max(LIMITS.sweepCellsMax),
  /** The sweep to extend. If absent, a new sweep is started. */
  SweepId: z.uuid().toLowerCase().nullish(),
})
export type StartSweepParameters = z.infer<typeof StartSweepParameters>

/** Finds a completed job of the same step with the same data and parameters. */
export const FindIdenticalJobParameters = RapidJobSetupParameters.pick({
  ProcessingStepUrl: true,
  Parameters: true,
  InputDataSlots: true,
})
export type FindIdenticalJobParameters = z.infer<typeof FindIdenticalJobParameters>

/**
 * Actions that a job document may list. `DeleteWithOutputData` is an addition to the protocol: it deletes a job
 * together with its results, whereas `Delete` is possible only after the results have been deleted.
 */
export const JOB_ACTIONS = [
  'Rename',
  'SelectProcessing',
  'ConfigureProcessing',
  'StartProcessing',
  'CancelProcessing',
  'Hide',
  'UnHide',
  'EditTags',
  'AllowOutputDataDeletion',
  'DisallowOutputDataDeletion',
  'SetJobToErrorState',
  'CopyToOrg',
  'Delete',
  'DeleteWithOutputData',
] as const
export type JobAction = (typeof JOB_ACTIONS)[number]

/** A tag `Key=Value` or `Key`. `Type` is guessed from the value. */
export interface TagDetail {
  Key: string
  Value: string | null
  Type: 'KeyOnly' | 'String' | 'Integer' | 'Float' | 'Boolean' | 'Date' | 'Time' | 'Timestamp'
}

/**
 * The parameter that made a job fail, with the fields of `FailedParameter` in `worker.ts`. A field that is absent there
 * is null or an empty list here.
 */
export interface FailedParameter {
  Name: string
  Wrong: string | null
  Offset: number | null
  Suggestions: readonly string[]
  Beside: readonly string[]
}

/** Properties of a Job document. Times are ISO 8601 in UTC. `Result` and `ConfiguredParameters` are serialized JSON. */
export interface JobProperties {
  Name: string
  OwnerId: string
  /** Addition to the protocol: the job belongs to an owner other than the viewer's context. Absent otherwise. */
  IsForeign?: true
  CreatedBy: string
  CreatedByName: string | null
  State: WireJobState
  Tags: string[]
  TagDetails: TagDetail[]
  Hidden: boolean
  /** Addition to the protocol: the job is a trial run. See `CreateJobParameters`. */
  IsTrial?: true
  OutputIsDeletable: boolean
  CreatedAt: string
  /** Addition to the protocol: when the job was last queued. */
  QueuedAt: string | null
  StartedAt: string | null
  CompletedAt: string | null
  /** Addition to the protocol: peak memory of the completed job's step. Null if the worker did not measure it. */
  PeakMemoryInBytes: number | null
  ErrorDescription: string | null
  /** Addition to the protocol: the first sentence of `ErrorDescription`. Jobs that need attention are grouped by it. */
  Cause: string | null
  /** Addition to the protocol: the parameter that made the job fail, if its step named one. */
  FailedParameter: FailedParameter | null
  Processing: {
    Title: string
    Description: string | null
    FunctionName: string
    Version: string
    NumberOfInputDataSlots: number
    NumberOfOutputDataSlots: number
  } | null
  Result: string | null
  ConfiguredParameters: string | null
  /** From 0 to 1. Null before the attempt's first report, and after the job has ended. */
  Progress: number | null
  /** Name of the worker that last claimed the job. */
  WorkerId: string | null
  /** How many times a worker has claimed the job. */
  Attempt: number
  MaxAttempts: number
  /**
   * Addition to the protocol: whether a connected worker offers the job's step. Until one does, a queued job waits.
   * Null if the job has no step.
   */
  HasWorker: boolean | null
  /**
   * Addition to the protocol: whether the job's step is suspended or no longer deployed. A queued job then waits until
   * the step is available again.
   */
  IsStepSuspended: boolean
  /**
   * Addition to the protocol, in the document of a single queued job: how many jobs of the same step, of any owner,
   * will be claimed before this job. Counted up to `LIMITS.jobsAheadMax`.
   */
  JobsAhead?: number
  /** Addition to the protocol: the user or organization that registered the job's step. */
  StepOwnerName: string | null
  /**
   * Addition to the protocol, in the document of a single job that was run repeatedly. `Number` is the position of this
   * run among the newest `LIMITS.jobRunsMax` runs, counted from the oldest. `Count` is how many runs these are, and the
   * link `Runs` leads to them. Absent for older runs.
   */
  Run?: { Number: number; Count: number } | undefined
  /**
   * Addition to the protocol, for a started workflow only. `Done` counts the nodes that completed or were skipped.
   * `MissingData` is the reason why a node waits until data is chosen. `StepWithoutWorker` and `SuspendedStep` are
   * titles of steps that jobs of the workflow or of a nested workflow wait for.
   */
  Nodes?:
    | {
        Done: number
        Total: number
        MissingData: string | null
        StepWithoutWorker: string | null
        SuspendedStep: string | null
      }
    | undefined
}

/**
 * Result of a job query, with counts for the tabs of the list. The counts ignore the filters `State`, `States` and
 * `NeedsYou`, because these filters select a tab. If more than `LIMITS.countMax` jobs match, counting stops early, and
 * `PartialCounts` lists the counts that may be too low.
 */
export interface JobQueryResultProperties extends QueryResultProperties {
  NeedsYouCount: number
  StateCounts: Partial<Record<WireJobState, number>>
  PartialCounts?: readonly PartialCount[]
  /** For the filters `Log` and `Parameter`: how many of the newest jobs were searched. Absent if all were searched. */
  SearchedJobs?: number
  /** For the filter `Ungrouped`: the groups of jobs that the filter omits, sorted by their newest job, latest first. */
  Groups?: readonly JobGroup[]
}

/** Jobs of one step that need attention for the same cause. `Count` stops at `LIMITS.countMax`. */
export interface JobGroup {
  Cause: string
  Count: number
  State: WireJobState
  Step: string
  StepUrl: string
  NewestUrl: string
}

/** A count that may be too low: the number of jobs in this state, or of jobs that need attention. */
export type PartialCount = WireJobState | 'NeedsYou'

/** One state transition in the append-only history of a job (link `History`, class `JobHistory`, property `Events`). */
export interface JobHistoryEvent {
  Seq: number
  Attempt: number
  From: WireJobState | null
  To: WireJobState
  At: string
  ActorName: string | null
  Reason: string | null
}
