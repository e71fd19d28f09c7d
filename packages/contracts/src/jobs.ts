import { z } from 'zod'
import { JOB_STATES, type WireJobState } from './job-states.ts'
import { LIMITS } from './limits.ts'
import { hasInvisible, INVISIBLE_REFUSED } from './names.ts'
import { Href, Instant, Pagination, type QueryResultProperties, sharedFilter, sortBy, Tags } from './queries.ts'

const State = z.enum(['Undefined', ...JOB_STATES])

export const JobFilter = z.object({
  State: State.nullish(),
  /** Our addition: any of these states. */
  States: z.array(State).max(9).nullish(),
  /** Part of the name; case-insensitive. */
  Name: z.string().max(512).nullish(),
  WorkDataUrl: Href.nullish(),
  /** Our addition: omits hidden jobs that only tried their step on the first rows, once they have ended. */
  WithoutTrials: z.boolean().nullish(),
  ProcessingStepUrl: Href.nullish(),
  ParentJobUrl: Href.nullish(),
  IsSubJob: z.boolean().nullish(),
  /** Our addition, with `ParentJobUrl`: only the jobs of this node of an execution. */
  NodeId: z.string().max(100).nullish(),
  /**
   * Our addition: only jobs that need attention. A job that was run again is omitted, because its latest run replaces
   * it.
   */
  NeedsYou: z.boolean().nullish(),
  /**
   * Our addition, with `NeedsYou`: omits jobs that stopped for the same cause as others of the same step. The result lists
   * them in `Groups`.
   */
  Ungrouped: z.boolean().nullish(),
  /** Our addition: only jobs that stopped for exactly this cause. */
  Cause: z.string().max(512).nullish(),
  /**
   * Our addition: only jobs with this parameter. `window = 5` names the parameter, a text without an equals sign is the
   * value of any. Numbers are compared as numbers, texts by what they contain; case-insensitive.
   */
  Parameter: z.string().trim().max(512).nullish(),
  /** Our addition: only jobs whose log or error contains this text; case-insensitive. */
  Log: z.string().max(512).nullish(),
  CreatedAfter: Instant.nullish(),
  CreatedBefore: Instant.nullish(),
  /** Sent by clients of protocol 10 and later. Jobs have no templates here. */
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
  /** Our addition: jobs embed only the slots that hold files, with the names, types and URLs of the files. */
  ShortSlots: z.boolean().nullish(),
})
export type JobQueryParameters = z.infer<typeof JobQueryParameters>

/** For administrators: jobs of every owner, of the owner in `UserUrl`, or those that a given worker claimed. */
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
  /** Our addition: the job that this one runs again. That job then no longer needs attention. */
  AgainOfUrl: Href.nullish(),
  /** Our addition: the job only tries its step on the first rows. It and its results are hidden, and deleted after some days. */
  IsTrial: z.boolean().nullish(),
})
export const CreateSubJobParameters = z.object({ Name: JobName, ParentJobUrl: Href })
export const RenameJobParameters = z.object({ NewName: JobName })
export const SelectProcessingParameters = z.object({ ProcessingStepUrl: Href })
export const SetJobTagsParameters = z.object({ Tags })
export const CopyJobToOrgParameters = z.object({ OrgId: z.uuid().toLowerCase() })
export const SetJobErrorStateParameters = z.object({ Message: z.string().trim().min(1).max(4000) })
/** For administrators: ends the unfinished jobs of every owner that were created before a time. */
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
  /** The parameter object as JSON text. */
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

/** Starts one job for each set of values. Workflows are swept like any other step; their parameters are variables. */
export const StartSweepParameters = RapidJobSetupParameters.omit({ ParentJobUrl: true, Start: true }).extend({
  /** For each job, the parameters that differ from `Parameters`. */
  Cells: z
    .array(z.record(z.string().max(200), z.unknown()))
    .min(1)
    .max(LIMITS.sweepCellsMax),
  /** The sweep to extend. Without it, a new one begins. */
  SweepId: z.uuid().toLowerCase().nullish(),
})
export type StartSweepParameters = z.infer<typeof StartSweepParameters>

/** What a job would run. Asks for a completed job that ran the same. */
export const FindIdenticalJobParameters = RapidJobSetupParameters.pick({
  ProcessingStepUrl: true,
  Parameters: true,
  InputDataSlots: true,
})
export type FindIdenticalJobParameters = z.infer<typeof FindIdenticalJobParameters>

/**
 * Actions that a job document may list. `DeleteWithOutputData` is our addition. It deletes a job together with its
 * results, while `Delete` requires that the results were deleted before.
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

/** A tag `Key=Value` or `Key`, with the type that its value has according to its text. */
export interface TagDetail {
  Key: string
  Value: string | null
  Type: 'KeyOnly' | 'String' | 'Integer' | 'Float' | 'Boolean' | 'Date' | 'Time' | 'Timestamp'
}

/** A parameter that made a job fail. `Wrong` starts at `Offset` in its text, or is an item of its list. Null: its whole value. */
export interface FailedParameter {
  Name: string
  Wrong: string | null
  Offset: number | null
  /** What could replace the wrong part, best first. */
  Suggestions: readonly string[]
  /** Other parameters that may have to change with it. */
  Beside: readonly string[]
}

/** Properties of a Job document. Times are ISO 8601 in UTC. `Result` and `ConfiguredParameters` are JSON text. */
export interface JobProperties {
  Name: string
  OwnerId: string
  /** Our addition: it belongs to another owner, so the viewer can't use it in jobs. Absent for the viewer's own. */
  IsForeign?: true
  CreatedBy: string
  CreatedByName: string | null
  State: WireJobState
  Tags: string[]
  TagDetails: TagDetail[]
  Hidden: boolean
  /** Our addition: it only tried its step on the first rows. Hidden, it is deleted after `LIMITS.trialDays`. */
  IsTrial?: true
  OutputIsDeletable: boolean
  CreatedAt: string
  /** Our addition: when the job was last queued and began to wait for a worker. */
  QueuedAt: string | null
  StartedAt: string | null
  CompletedAt: string | null
  /** Our addition: the most memory that the step of a completed job used. Null if its worker did not measure it. */
  PeakMemoryInBytes: number | null
  ErrorDescription: string | null
  /** Our addition: the first sentence of `ErrorDescription`. Jobs that need attention are grouped by it. */
  Cause: string | null
  /** Our addition: the parameter that made the job fail, if its step named one. */
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
  /** 0 to 1 as last reported by the worker. Null if it reported none. */
  Progress: number | null
  /** Name of the worker that last claimed the job. */
  WorkerId: string | null
  /** How many times a worker has claimed the job. */
  Attempt: number
  MaxAttempts: number
  /**
   * Our addition: `HasWorker` of the job's step. If it is false, a queued job waits until a worker connects. Null
   * without a step.
   */
  HasWorker: boolean | null
  /** Our addition: whether the job's step is suspended or no longer deployed. A queued job then waits until that changes. */
  IsStepSuspended: boolean
  /**
   * Our addition: how many jobs of the same step, whoever owns them, a worker gets before this one. Counted up to
   * `LIMITS.jobsAheadMax`. Only in the document of a single job, while it is queued.
   */
  JobsAhead?: number
  /** Our addition: who registered the step of the job. */
  StepOwnerName: string | null
  /**
   * Our addition: which run of how many this is, if the job was run more than once. The link `Runs` leads to all of them.
   * Only in the document of a single job.
   */
  Run?: { Number: number; Count: number } | undefined
  /**
   * Our addition: how many nodes of a started workflow completed or were skipped, and why one waits until data is chosen for
   * it. `StepWithoutWorker` is the title of a step that jobs of the workflow, or of one that it runs, wait for, because no
   * worker that offers it is connected, and `SuspendedStep` of one that is suspended. Absent from other jobs.
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
 * Result of a job query, with counts for the tabs of the list. `StateCounts` counts the jobs that match all other
 * filters, by state; `NeedsYouCount` counts those among them that need attention. With more than `LIMITS.countMax`
 * matches, counting stops early, and `PartialCounts` lists the counts that may be too low.
 */
export interface JobQueryResultProperties extends QueryResultProperties {
  NeedsYouCount: number
  StateCounts: Partial<Record<WireJobState, number>>
  PartialCounts?: readonly PartialCount[]
  /** For the filters `Log` and `Parameter`, which read each job: how many of the newest were searched, if not all. */
  SearchedJobs?: number
  /** For the filter `Ungrouped`: the groups of jobs that it omits, the latest first. */
  Groups?: readonly JobGroup[]
}

/** Jobs of one step that need attention for the same cause. They are counted up to `LIMITS.countMax`. */
export interface JobGroup {
  Cause: string
  Count: number
  State: WireJobState
  /** Title and URL of the step. */
  Step: string
  StepUrl: string
  /** The newest of the jobs. */
  NewestUrl: string
}

/** A count of a job list that may be too low: of jobs in a state, or of those that need attention. */
export type PartialCount = WireJobState | 'NeedsYou'

/** One transition of a job, from the append-only history (link `History` of a job, class `JobHistory`, property `Events`). */
export interface JobHistoryEvent {
  Seq: number
  Attempt: number
  From: WireJobState | null
  To: WireJobState
  At: string
  ActorName: string | null
  Reason: string | null
}
