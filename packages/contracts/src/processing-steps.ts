import { z } from 'zod'
import type { TagDetail } from './jobs.ts'
import { FunctionName, Version } from './manifest.ts'
import { Pagination, sharedFilter, sortBy, Tags } from './queries.ts'

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
  /** What older clients send instead of FunctionName with the match type Contains. */
  FunctionNameContains: z.string().max(200).nullish(),
  TitleContains: z.string().max(512).nullish(),
  DescriptionContains: z.string().max(512).nullish(),
  /** A version, or a range such as `^1.2` or `>=1 <3`. */
  Version: z.string().max(200).nullish(),
  IsPublic: z.boolean().nullish(),
  /** `false` excludes deprecated versions. */
  ShowDeprecated: z.boolean().nullish(),
  DeploymentState: z.enum(DEPLOYMENT_STATES).nullish(),
  /** `true` returns only prereleases, `false` only releases. */
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
  /** Our addition: whether each step has the property `Use`. */
  IncludeUse: z.boolean().nullish(),
})
export type ProcessingStepQueryParameters = z.infer<typeof ProcessingStepQueryParameters>

export const SetProcessingStepTagsParameters = z.object({ Tags })
export const SetProcessingStepTitleParameters = z.object({ Title: z.string().trim().min(1).max(200) })

export const DeprecatePsActionParameters = z.object({ Reason: z.string().trim().max(2000).nullish() })
export const AssignCodeHashParameters = z.object({ CodeHash: z.string().trim().min(1).max(200) })
export const CopyPsFromUserToOrgActionParameters = z.object({ OrgId: z.uuid().toLowerCase() })

/** Which example of the step to run, from 0. */
export const RunExampleParameters = z.object({ Example: z.int().min(0).max(9) })

/** Older form of registration: only a name. The client then uploads the manifest with the step's action `Upload`. */
export const CreateProcessingStepParameters = z.object({
  Title: z.string().trim().min(1).max(200),
  FunctionName,
  Version: Version.nullish(),
})
export type CreateProcessingStepParameters = z.infer<typeof CreateProcessingStepParameters>

export const SUSPENSION_TYPES = ['Platform', 'External', 'All'] as const
/** For administrators: suspends these steps, so that no worker can claim their jobs. */
export const SuspendAllDeploymentsParameters = z.object({ SuspensionType: z.enum(SUSPENSION_TYPES) })

/** Actions that a processing step document may list. */
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
  /** At most 1,000, then `IsPartial` is true. */
  Jobs: number
  IsPartial: boolean
  Completed: number
  Failed: number
  /** Jobs for each 24 hours, the last ending now. Null where not all jobs were counted. */
  ByDay: (number | null)[]
  /** Of the newest 50 completed jobs. Null without one. */
  MedianSeconds: number | null
}

/** A slot as a step declares it. `MaxSlots` null means unlimited. `MediaType` may be a list joined by commas. */
export interface DataSlotSpecification {
  Name: string
  Title: string
  Description: string
  MediaType: string | null
  IsCollection: boolean
  MinSlots: number
  MaxSlots: number | null
}

/** Properties of a ProcessingStep document. `ParameterSchema`, `DefaultParameters`, `ReturnSchema` are JSON text. */
export interface ProcessingStepProperties {
  Title: string
  OwnerId: string
  /** Our addition: the name of the user or organization that owns the step; "Millrace" for built-in steps. */
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
  /** Our addition: whether a worker that can run the step was connected in the last two minutes. */
  HasWorker: boolean
  /**
   * Our addition: when such a worker was last connected, to the minute. Null if no worker has ever claimed jobs of the
   * step.
   */
  WorkerSeenAt: string | null
  /** Our additions: the groups of the catalog that list the step, and what people want to do with it, in their words. */
  Categories: string[]
  Tasks: string[]
  /** Our addition: the name of its icon. */
  Icon: string | null
  /** Our addition: the output slots that the page of a job shows first. */
  ShowFirst: string[]
  /** Our addition: what the action RunExample can run. */
  Examples: { Title: string; Description: string }[]
  /** Our addition: in lists that were asked for it. */
  Use?: StepUse
}
