import type { Tx } from '@millrace/db/act'
import { LOCKS } from '@millrace/db/advisory-locks'
import { TAG_HEAD } from '@millrace/db/schema/tags'

/** Makes other uploads for this workflow wait until the transaction ends. */
export async function lockVersions(tx: Tx, ownerId: string, workflow: string): Promise<void> {
  await tx.query(`select pg_advisory_xact_lock(hashtextextended($1, ${LOCKS.workflowVersions}))`, [
    `${ownerId} ${workflow}`,
  ])
}

/** Whether the owner has a file with both tags: the workflow's and the version's. */
export async function hasVersion(
  tx: Tx,
  { ownerId, workflow, version }: { ownerId: string; workflow: string; version: string },
): Promise<boolean> {
  const { rowCount } = await tx.query(
    `select from tag as workflow
     join tag as version on version.resource = workflow.resource and version.tag = $3
       and version.head = left($3, ${TAG_HEAD}) collate "C"
     where workflow.owner_id = $1 and workflow.kind = 'WorkData' and workflow.tag = $2
       and workflow.head = left($2, ${TAG_HEAD}) collate "C"
     limit 1`,
    [ownerId, workflow, version],
  )
  return rowCount === 1
}
