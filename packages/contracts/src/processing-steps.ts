import { z } from 'zod'
import type { TagDetail } from './jobs.ts'
import { Pagination, sortBy, Tags } from './queries.ts'

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
  /** Old clients' spelling of FunctionName with Contains. */
  FunctionNameContains: z.string().max(200).nullish(),
  TitleContains: z.string().max(512).nullish(),
  DescriptionContains: z.string().max(512).nullish(),
  Version: z.string().max(200).nullish(),
  TagsByAnd: Tags.nullish(),
  TagsByOr: Tags.nullish(),
  IsPublic: z.boolean().nullish(),
  ShowHidden: z.boolean().nullish(),
  ShowDeprecated: z.boolean().nullish(),
  DeploymentState: z.enum(DEPLOYMENT_STATES).nullish(),
  ShowPrerelease: z.boolean().nullish(),
  ProConVersion: z.string().max(200).nullish(),
  IsConfigured: z.boolean().nullish(),
})
export type ProcessingStepFilter = z.infer<typeof ProcessingStepFilter>

export const PROCESSING_STEP_SORT = ['Title', 'CreatedAt', 'LastModifiedAt', 'Version'] as const

export const ProcessingStepQueryParameters = z.object({
  Pagination: Pagination.nullish(),
  SortBy: sortBy(PROCESSING_STEP_SORT).nullish(),
  Filter: ProcessingStepFilter.nullish(),
  IncludeRemainingTags: z.boolean().nullish(),
})
export type ProcessingStepQueryParameters = z.infer<typeof ProcessingStepQueryParameters>

export const SetProcessingStepTagsParameters = z.object({ Tags })
export const SetProcessingStepTitleParameters = z.object({ Title: z.string().trim().min(1).max(200) })

/** A slot as a step declares it. `MaxSlots` null means any number; `MediaType` may be a comma-joined list. */
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
}
