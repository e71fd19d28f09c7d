import { z } from 'zod'
import type { NodeState } from './executions.ts'
import type { WireJobState } from './job-states.ts'
import type { TagDetail } from './jobs.ts'
import { LIMITS } from './limits.ts'
import { MEDIA_TYPE } from './media-types.ts'
import type { ProblemBody } from './problems.ts'
import {
  Href,
  Instant,
  isRootFolder,
  Pagination,
  type QueryResultProperties,
  sharedFilter,
  sortBy,
  Tags,
} from './queries.ts'

/* “Addition to the protocol”: not in version 9.2 of the jobs service's protocol, which Millrace serves (ADR 021). */

export const WORK_DATA_KINDS = ['Unknown', 'ClientUpload', 'ProcessingArtefact', 'Monitoring'] as const
export const WorkDataKind = z.enum(WORK_DATA_KINDS)
export type WorkDataKind = z.infer<typeof WorkDataKind>

export const WorkDataFilter = z.object({
  NameContains: z.string().max(512).nullish(),
  ProducerProcessingStepUrl: Href.nullish(),
  MediaTypeContains: z.string().max(200).nullish(),
  /**
   * A slot's media type: one type, several types separated by commas, or a family such as `text/*`. Matches data that
   * fits the slot.
   */
  FitsMediaType: z.string().max(LIMITS.slotTypeInFilter).nullish(),
  IsKind: WorkDataKind.nullish(),
  CreatedBefore: Instant.nullish(),
  CreatedAfter: Instant.nullish(),
  IsDeletable: z.boolean().nullish(),
  IsUsed: z.boolean().nullish(),
  /** A file. Matches all versions in its series, including the file itself. */
  VersionsOf: Href.nullish(),
  /** Matches only these files. The number is limited because the result's URL contains the list. */
  WorkDataUrls: z.array(Href).max(LIMITS.urlsInFilter).nullish(),
  /** Sent by clients of protocol 10 and later. Ignored, because Millrace has no secret work data. */
  IsMarkedAsSecret: z.boolean().nullish(),
  ...sharedFilter,
})
export type WorkDataFilter = z.infer<typeof WorkDataFilter>

export const WORK_DATA_SORT = ['Name', 'MediaType', 'Kind', 'SizeInBytes', 'CreatedAt'] as const

export const WorkDataQueryParameters = z.object({
  Pagination: Pagination.nullish(),
  SortBy: sortBy(WORK_DATA_SORT, { CreatedOn: 'CreatedAt' }).nullish(),
  Filter: WorkDataFilter.nullish(),
  IncludeRemainingTags: z.boolean().nullish(),
  /** Addition to the protocol: includes counts for the tabs of a list. */
  IncludeKindCounts: z.boolean().nullish(),
})
export type WorkDataQueryParameters = z.infer<typeof WorkDataQueryParameters>

/**
 * Selects the files of an archive. `WorkDataUrls` may contain as many URLs as can be selected in a list. The archive's
 * own URL stays short enough, because it contains only the ids of the files.
 */
export const CreateArchiveParameters = WorkDataQueryParameters.extend({
  Filter: WorkDataFilter.extend({ WorkDataUrls: z.array(Href).max(LIMITS.pageSizeMax).nullish() }).nullish(),
})
export type CreateArchiveParameters = z.infer<typeof CreateArchiveParameters>

/**
 * Result of a query. `KindCounts`, if requested, counts the files of each kind and ignores the filter `IsKind`.
 * `KindCounts` is absent if more than `LIMITS.countMax` files match.
 */
export interface WorkDataQueryResultProperties extends QueryResultProperties {
  KindCounts?: Partial<Record<WorkDataKind, number>>
}

/** For administrators: work data of all owners, or of the owner in `UserUrl`. */
export const AdminWorkDataFilter = WorkDataFilter.extend({ UserUrl: Href.nullish() })
export type AdminWorkDataFilter = z.infer<typeof AdminWorkDataFilter>

export const AdminWorkDataQueryParameters = WorkDataQueryParameters.extend({ Filter: AdminWorkDataFilter.nullish() })
export type AdminWorkDataQueryParameters = z.infer<typeof AdminWorkDataQueryParameters>

/**
 * The JSON that an upload may send in a text part. Folders and secrets are refused rather than ignored, so nobody
 * assumes that a readable file is secret.
 */
export const UploadWorkDataParameters = z.object({
  Tags: Tags.nullish(),
  Folder: z.string().refine(isRootFolder, 'Folders are not supported. Omit Folder.').nullish(),
  Secret: z.literal(false, 'Secret work data is not supported. Omit Secret.').nullish(),
})

export const CopyWorkDataFromUserToOrgActionParameters = z.object({ OrgId: z.uuid().toLowerCase() })

export const WorkDataUsedTagsFilterParameter = z.object({ RequiredTags: Tags.nullish() })
export const SetNameWorkDataParameters = z.object({
  NewName: z.string().trim().min(1, 'Enter a name for the file.').max(LIMITS.fileNameMax),
})
export const SetCommentWorkDataParameters = z.object({ Comment: z.string().max(LIMITS.commentMax).nullish() })
export const SetTagsWorkDataParameters = z.object({ Tags })
/** Addition to the protocol: sets the type of a file whose type was not recognized or was declared incorrectly. */
export const SetMediaTypeWorkDataParameters = z.object({
  MediaType: z.string().trim().toLowerCase().regex(MEDIA_TYPE, 'Expected a media type such as text/csv.'),
})

/** Makes an uploaded file the newest version of another file. */
export const AddVersionParameters = z.object({ WorkDataUrl: Href, VersionOfUrl: Href })

export const FindSameNamesParameters = z.object({
  Names: z.array(z.string().max(LIMITS.fileNameMax)).max(LIMITS.sameNamesMax),
  /** The folder of each name, as in the tag `folder=`, or null for no folder. If absent, folders are ignored. */
  Folders: z.array(z.string().max(LIMITS.tagMax).nullable()).max(LIMITS.sameNamesMax).nullish(),
})

/** Makes the server download a file from a URL. Only available if the operator allows it. */
export const UploadFromUrlParameters = z.object({
  Url: z
    .url({ protocol: /^https?$/, error: 'Enter a URL that starts with https:// or http://.' })
    .max(LIMITS.urlMax, `Enter a URL of at most ${LIMITS.urlMax} characters.`),
  Tags: Tags.nullish(),
})

/**
 * A line of the reply to UploadFromUrl (JSON Lines): progress, and finally the work data or the reason why nothing was
 * stored.
 */
export type FetchLine =
  | { ReceivedBytes: number; TotalBytes: number | null }
  | { WorkDataUrl: string; Name: string; SizeInBytes: number }
  | { Problem: ProblemBody }

/** For each requested name that already exists, the newest visible upload with that name. */
export interface SameNamesProperties {
  Found: { Name: string; Folder: string | null; WorkDataUrl: string }[]
}

/** Properties of class `ResumableUploads`: the protocol for uploads in parts, and the user's unfinished uploads. */
export interface ResumableUploadsProperties {
  Protocol: 'tus'
  Version: string
  Extensions: string[]
  /** Oldest first. */
  Unfinished: UnfinishedUpload[]
}

/** A resumable upload that has not received all bytes yet. If it was interrupted, a client can resume it. */
export interface UnfinishedUpload {
  UploadUrl: string
  Name: string
  SizeInBytes: number
  /** The `fingerprint` that the client sent in `Upload-Metadata`. The client recognizes the file by it. */
  Fingerprint: string
  /** True while bytes are arriving, for example from another browser tab. */
  IsReceiving: boolean
}

/** The work data that one upload of several files created, in the order of the files. */
export interface UploadedProperties {
  Uploaded: { Name: string; WorkDataUrl: string }[]
}

export const WORK_DATA_ACTIONS = [
  'Rename',
  'EditComment',
  'EditTags',
  'EditMediaType',
  'Hide',
  'UnHide',
  'AllowDeletion',
  'DisallowDeletion',
  'CopyToOrg',
  'CopyToUser',
  'Delete',
] as const
export type WorkDataAction = (typeof WORK_DATA_ACTIONS)[number]

export interface WorkDataProperties {
  OwnerId: string
  /** Addition to the protocol: the file belongs to an owner other than the viewer's context. Absent otherwise. */
  IsForeign?: true
  CreatedBy: string
  CreatedByName: string | null
  OwnerName: string | null
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
  /** SHA-256 of the content, in lowercase hex. */
  Sha256: string
  /** The number of this version, starting at 1. Absent if there is only one. The link `Versions` lists all versions. */
  Version?: number
  /** The name of the job that produced the file. Only for results, and only in lists. */
  ProducedByName?: string
  /**
   * The newest execution of any version of a workflow. The link `LastExecution` leads to its job. Absent if the
   * workflow has never run.
   */
  LastExecution?: LastExecution
}

export interface LastExecution {
  State: WireJobState
  StartedAt: string | null
  CompletedAt: string | null
  /** The first sentence of the execution's error. */
  Cause: string | null
  /**
   * The state of each node by node id, for a picture of the workflow. Null if there are more nodes than
   * `LIMITS.pictureNodesMax`.
   */
  NodeStates: Record<string, PictureState> | null
}

/** Like `NodeState`, except that a node that waits for data is `Running`. */
export type PictureState = Exclude<NodeState, 'DataMissing'>
