import { MEDIA } from '@millrace/contracts/media-types'
import type { LastExecution, WorkDataAction } from '@millrace/contracts/work-data'
import type { JobRow } from '@millrace/db/schema/jobs'
import type { WorkDataRow } from '@millrace/db/schema/work-data'
import type { Actor } from '#access/actor.ts'

/** A row of work data. `isUsed` says whether a job uses it as an input. */
export interface WorkDataFound extends WorkDataRow {
  isUsed: boolean
  /** Set only in lists. */
  producedByName?: string | undefined
  lastExecution?: FoundExecution | undefined
}

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
  /** True for workflow definitions and reports. Their type can't be changed, because it identifies them. */
  isOfWorkflow: boolean
  deletable: boolean
  isUsed: boolean
  /** Whether the work data belongs to another owner. Only administrators see such work data. */
  isForeign: boolean
  copiesTo: 'organization' | 'user' | undefined
}

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

export function isOfWorkflow(mediaType: string): boolean {
  return mediaType === MEDIA.workflowDefinition || mediaType === MEDIA.workflowReport
}

/**
 * When each action is available. Documents list actions according to this table, and the service checks it under the
 * lock.
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

/** Whether an action is available. On other owners' work data, `Delete` is the only action. */
export function isAvailable(data: WorkDataFacts, action: WorkDataAction): boolean {
  return data.isForeign ? action === 'Delete' : IS_AVAILABLE[action](data)
}

/**
 * Returns what kind of owner the actor can copy work data to: from an organization to the user, and from the user to an
 * organization. Undefined if the user has no organization.
 */
export function copiesTo(actor: Actor): WorkDataFacts['copiesTo'] {
  if (actor.ownerKind === 'organization') return 'user'
  return actor.organizations.length > 0 ? 'organization' : undefined
}
