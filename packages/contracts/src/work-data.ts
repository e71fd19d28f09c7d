import { z } from 'zod'
import type { TagDetail } from './jobs.ts'
import { LIMITS } from './limits.ts'
import { Href, Instant, Pagination, sortBy, Tags } from './queries.ts'

export const WORK_DATA_KINDS = ['Unknown', 'ClientUpload', 'ProcessingArtefact', 'Monitoring'] as const
export const WorkDataKind = z.enum(WORK_DATA_KINDS)
export type WorkDataKind = z.infer<typeof WorkDataKind>

export const WorkDataFilter = z.object({
  NameContains: z.string().max(512).nullish(),
  ProducerProcessingStepUrl: Href.nullish(),
  ShowHidden: z.boolean().nullish(),
  MediaTypeContains: z.string().max(200).nullish(),
  TagsByAnd: Tags.nullish(),
  TagsByOr: Tags.nullish(),
  IsKind: WorkDataKind.nullish(),
  CreatedBefore: Instant.nullish(),
  CreatedAfter: Instant.nullish(),
  IsDeletable: z.boolean().nullish(),
  IsUsed: z.boolean().nullish(),
})
export type WorkDataFilter = z.infer<typeof WorkDataFilter>

export const WORK_DATA_SORT = ['Name', 'MediaType', 'Kind', 'SizeInBytes', 'CreatedAt'] as const

export const WorkDataQueryParameters = z.object({
  Pagination: Pagination.nullish(),
  SortBy: sortBy(WORK_DATA_SORT).nullish(),
  Filter: WorkDataFilter.nullish(),
  IncludeRemainingTags: z.boolean().nullish(),
})
export type WorkDataQueryParameters = z.infer<typeof WorkDataQueryParameters>

export const AdminWorkDataQueryParameters = WorkDataQueryParameters.extend({
  Filter: WorkDataFilter.extend({ UserUrl: Href.nullish() }).nullish(),
})

export const WorkDataUsedTagsFilterParameter = z.object({ RequiredTags: Tags.nullish() })
export const SetNameWorkDataParameters = z.object({
  NewName: z.string().trim().min(1, 'Give the file a name.').max(LIMITS.fileNameMax),
})
export const SetCommentWorkDataParameters = z.object({ Comment: z.string().max(LIMITS.commentMax).nullish() })
export const SetTagsWorkDataParameters = z.object({ Tags })

export const WORK_DATA_ACTIONS = [
  'Rename',
  'EditComment',
  'EditTags',
  'Hide',
  'UnHide',
  'AllowDeletion',
  'DisallowDeletion',
  'Delete',
] as const
export type WorkDataAction = (typeof WORK_DATA_ACTIONS)[number]

/** Properties of a WorkData document. */
export interface WorkDataProperties {
  OwnerId: string
  CreatedBy: string
  CreatedByName: string | null
  Name: string
  CreatedAt: string
  SizeInBytes: number
  Tags: string[]
  TagDetails: TagDetail[]
  MediaType: string
  Kind: WorkDataKind
  IsDeletable: boolean
  IsUsedAsJobInput: boolean
  Hidden: boolean
  Comments: string | null
  /** Lower-case hex SHA-256 of the content. */
  Sha256: string
}
