import { MEDIA } from '@millrace/contracts/media-types'
import type { LastExecution, WorkDataAction } from '@millrace/contracts/work-data'
import type { JobRow } from '@millrace/db/schema/jobs'
import type { WorkDataRow } from '@millrace/db/schema/work-data'
import type { Actor } from '#access/actor.ts'

/** A row of work data, with whether any job uses it as an input. */
export interface WorkDataFound extends WorkDataRow {
  isUsed: boolean
  /** The name of the job that produced the work data. Only in lists. */
  producedByName?: string | undefined
  /** The newest execution of a workflow definition, if there is one. */
  lastExecution?: FoundExecution | undefined
}

/** An execution as shown in the document of its workflow. */
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
  /** True for workflow definitions and workflow reports, which workflows recognize by their type. */
  isOfWorkflow: boolean
  deletable: boolean
  isUsed: boolean
  /** True if the work data belongs to another owner. Only administrators can see such data. */
  isForeign: boolean
  /** The kind of owner to which the viewer may copy the work data. */
  copiesTo: 'organization' | 'user' | undefined
}

/** Returns the facts for one row and one user. */
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

/** Returns whether only workflows create files of this type, so that the type guarantees their content. */
export function isOfWorkflow(mediaType: string): boolean {
  return mediaType === MEDIA.workflowDefinition || mediaType === MEDIA.workflowReport
}

/**
 * When each action is available. Documents list the actions that this table allows, and the service checks the table
 * again.
 */
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

/**
 * Returns whether an action is available. On other owners' data, administrators may only use Delete, even if a job uses
 * the data.
 */
export function isAvailable(data: WorkDataFacts, action: WorkDataAction): boolean {
  return data.isForeign ? action === 'Delete' : IS_AVAILABLE[action](data)
}

/**
 * Returns the kind of owner to which the actor can copy: from their own context to an organization of which they are a
 * member, or from an organization to themselves.
 */
export function copiesTo(actor: Actor): WorkDataFacts['copiesTo'] {
  if (actor.ownerKind === 'organization') return 'user'
  return actor.organizations.length > 0 ? 'organization' : undefined
}
