import { z } from 'zod'
import type { TagDetail } from './jobs.ts'
import { FunctionName, Version } from './manifest.ts'
import { Pagination, sharedFilter, sortBy, Tags } from './queries.ts'

/* “Addition to the protocol”: not in version 9.2 of the jobs service's protocol, which Millrace serves (ADR 021). */

export const DEPLOYMENT_STATES = [
  'Undefined',
  'NotDeployed',
  'Platform',
  'External',
  'PlatformSuspended',
  'ExternalSuspended',
] as const

export const ProcessingStepFilter = z.object({
  FunctionName: z.string().max(200).nullish(),
  FunctionNameMatchType: z.enum(['Contains', 'MatchExact']).nullish(),
  /** Sent by older clients. Equivalent to `FunctionName` with the match type Contains. */
  FunctionNameContains: z.string().max(200).nullish(),
  TitleContains: z.string().max(512).nullish(),
  DescriptionContains: z.string().max(512).nullish(),
  /** A version, or a semver range such as `^1.2` or `>=1 <3`. */
  Version: z.string().max(200).nullish(),
  IsPublic: z.boolean().nullish(),
  /** `false` excludes deprecated versions. */
  ShowDeprecated: z.boolean().nullish(),
  DeploymentState: z.enum(DEPLOYMENT_STATES).nullish(),
  /** `true` returns only prereleases, `false` only other versions. */
  ShowPrerelease: z.boolean().nullish(),
  ProConVersion: z.string().max(200).nullish(),
  /** Whether the step has a manifest, which defines its inputs, outputs and parameters. */
  IsConfigured: z.boolean().nullish(),
  ...sharedFilter,
})
export type ProcessingStepFilter = z.infer<typeof ProcessingStepFilter>

export const PROCESSING_STEP_SORT = ['Title', 'CreatedAt', 'LastModifiedAt', 'Version'] as const

export const ProcessingStepQueryParameters = z.object({
  Pagination: Pagination.nullish(),
  SortBy: sortBy(PROCESSING_STEP_SORT).nullish(),
  Filter: ProcessingStepFilter.nullish(),
  IncludeRemainingTags: z.boolean().nullish(),
  /** Addition to the protocol: whether steps in the result have the property `Use`. */
  IncludeUse: z.boolean().nullish(),
})
export type ProcessingStepQueryParameters = z.infer<typeof ProcessingStepQueryParameters>

export const SetProcessingStepTagsParameters = z.object({ Tags })
export const SetProcessingStepTitleParameters = z.object({ Title: z.string().trim().min(1).max(200) })

export const DeprecatePsActionParameters = z.object({ Reason: z.string().trim().max(2000).nullish() })
export const AssignCodeHashParameters = z.object({ CodeHash: z.string().trim().min(1).max(200) })
export const CopyPsFromUserToOrgActionParameters = z.object({ OrgId: z.uuid().toLowerCase() })

/** The 0-based position of the example to run. */
export const RunExampleParameters = z.object({ Example: z.int().min(0).max(9) })

/**
 * Older form of registration, without a manifest. The client then uploads the manifest through the step's action
 * `Upload`.
 */
export const CreateProcessingStepParameters = z.object({
  Title: z.string().trim().min(1).max(200),
  FunctionName,
  Version: Version.nullish(),
})
export type CreateProcessingStepParameters = z.infer<typeof CreateProcessingStepParameters>

export const SUSPENSION_TYPES = ['Platform', 'External', 'All'] as const
/**
 * For administrators: suspends all deployed steps, so their jobs cannot be claimed. `Platform` has no effect, because
 * Millrace has no platform deployments.
 */
export const SuspendAllDeploymentsParameters = z.object({ SuspensionType: z.enum(SUSPENSION_TYPES) })

export const STEP_ACTIONS = [
  'EditTitle',
  'EditTags',
  'ConfigureDefaultParameters',
  'ClearDefaultParameters',
  'Upload',
  'Hide',
  'UnHide',
  'MakePublic',
  'MakePrivate',
  'Deprecate',
  'Restore',
  'AssignCodeHash',
  'ClearCodeHash',
  'ConfigureExternalDeployment',
  'SuspendDeployment',
  'ResumeDeployment',
  'RemoveDeployment',
  'CopyToOrg',
  'CopyToUser',
  'Delete',
] as const
export type StepAction = (typeof STEP_ACTIONS)[number]

/** How the owner of the context used a step in the last 14 days. */
export interface StepUse {
  /** Number of visible jobs, counted up to 1,000. `IsPartial` is true if there may be more. */
  Jobs: number
  IsPartial: boolean
  Completed: number
  Failed: number
  /**
   * Number of jobs in each 24-hour period. The last period ends now. Null for periods in which not all jobs were
   * counted.
   */
  ByDay: (number | null)[]
  /** Median duration of the newest 50 completed jobs. Null if there are none. */
  MedianSeconds: number | null
}

/**
 * A data slot as declared by a step. `MaxSlots` is the maximum number of files, or null for no limit. `MediaType` may
 * list several types, separated by commas.
 */
export interface DataSlotSpecification {
  Name: string
  Title: string
  Description: string
  MediaType: string | null
  IsCollection: boolean
  MinSlots: number
  MaxSlots: number | null
}

/**
 * Properties of a ProcessingStep document. `ParameterSchema`, `DefaultParameters` and `ReturnSchema` are serialized
 * JSON.
 */
export interface ProcessingStepProperties {
  Title: string
  OwnerId: string
  /**
   * Addition to the protocol: the name of the user or organization that owns the step; "Millrace" for built-in steps.
   */
  OwnerName: string
  CreatedBy: string
  Version: string
  FunctionName: string
  ShortDescription: string | null
  LongDescription: string | null
  ProConVersion: string | null
  CodeHash: string | null
  HasParameters: boolean
  IsPublic: boolean
  IsConfigured: boolean
  Hidden: boolean
  IsDeprecated: boolean
  DeprecatedAt: string | null
  ReasonForDeprecation: string | null
  Tags: string[]
  TagDetails: TagDetail[]
  CreatedAt: string
  LastModifiedAt: string
  ParameterSchema: string | null
  DefaultParameters: string | null
  ReturnSchema: string | null
  InputDataSlotSpecification: DataSlotSpecification[]
  OutputDataSlotSpecification: DataSlotSpecification[]
  DeploymentState: (typeof DEPLOYMENT_STATES)[number]
  Deployment: null
  /**
   * Addition to the protocol: whether a connected worker offers the step. Always true for the steps of the workflow
   * engine.
   */
  HasWorker: boolean
  /**
   * Addition to the protocol: when a worker with this step last sent a request, to the minute. Null if no worker has
   * ever claimed jobs of the step.
   */
  WorkerSeenAt: string | null
  /**
   * Additions to the protocol: the catalog sections that list the step, and phrases by which users may look for it,
   * such as `average per month`.
   */
  Categories: string[]
  Tasks: string[]
  Icon: string | null
  /** Addition to the protocol: the output slots that a job's page shows first. */
  ShowFirst: string[]
  /** Addition to the protocol: the examples that the action RunExample can run. */
  Examples: { Title: string; Description: string }[]
  /** Addition to the protocol: usage of the step, in lists that were requested with `IncludeUse`. */
  Use?: StepUse
}
