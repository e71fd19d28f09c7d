import { MEDIA } from '@millrace/contracts/media-types'
import type { LastExecution, WorkDataAction } from '@millrace/contracts/work-data'
import type { JobRow } from '@millrace/db/schema/jobs'
import type { WorkDataRow } from '@millrace/db/schema/work-data'
import type { Actor } from '#access/actor.ts'

/** A row of work data, and whether any job uses it as an input. */
export interface WorkDataFound extends WorkDataRow {
  isUsed: boolean
  /** The name of the job that made it, in lists. */
  producedByName?: string | undefined
  /** The newest execution of a workflow definition, if there is one. */
  lastExecution?: FoundExecution | undefined
}

/** An execution as the document of its definition shows it. */
export interface FoundExecution {
  jobId: string
  state: JobRow['state']
  startedAt: Date | null
  completedAt: Date | null
  cause: string | null
  nodeStates: LastExecution['NodeStates']
}

/** Facts that decide which actions are available. */
export interface WorkDataFacts {
  hidden: boolean
  /** It is the definition of a workflow or the report of one, which workflows know by their type. */
  isOfWorkflow: boolean
  deletable: boolean
  isUsed: boolean
  /** It belongs to another owner. Only administrators can see such data. */
  isForeign: boolean
  /** The owners that the viewer may copy it to. */
  copiesTo: 'organization' | 'user' | undefined
}

/** The facts for one row and one user. */
export function factsOf(row: WorkDataFound, actor: Actor): WorkDataFacts {
  const { hidden, deletable, isUsed } = row
  return {
    hidden,
    isOfWorkflow: isOfWorkflow(row.mediaType),
    deletable,
    isUsed,
    isForeign: row.ownerId !== actor.ownerId,
    copiesTo: copiesTo(actor),
  }
}

/** Files that only workflows create, and whose type is a promise about their content. */
export function isOfWorkflow(mediaType: string): boolean {
  return mediaType === MEDIA.workflowDefinition || mediaType === MEDIA.workflowReport
}

/** When each action is available. Documents list actions by this table, and the service checks it. */
const IS_AVAILABLE: Record<WorkDataAction, (data: WorkDataFacts) => boolean> = {
  Rename: () => true,
  EditComment: () => true,
  EditTags: () => true,
  EditMediaType: (data) => !data.isOfWorkflow,
  Hide: (data) => !data.hidden,
  UnHide: (data) => data.hidden,
  AllowDeletion: (data) => !data.deletable && !data.isUsed,
  DisallowDeletion: (data) => data.deletable,
  CopyToOrg: (data) => data.copiesTo === 'organization',
  CopyToUser: (data) => data.copiesTo === 'user',
  Delete: (data) => data.deletable && !data.isUsed,
}

/** For other owners' data, administrators may only use Delete, even if a job uses the data. */
export function isAvailable(data: WorkDataFacts, action: WorkDataAction): boolean {
  return data.isForeign ? action === 'Delete' : IS_AVAILABLE[action](data)
}

/** Users can copy to an organization of which they are a member, or from an organization to themselves. */
export function copiesTo(actor: Actor): WorkDataFacts['copiesTo'] {
  if (actor.ownerKind === 'organization') return 'user'
  return actor.organizations.length > 0 ? 'organization' : undefined
}
