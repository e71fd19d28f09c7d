import type { Tx } from '@millrace/db/act'

const TABLES = { Job: 'job', WorkData: 'work_data', ProcessingStep: 'processing_step' } as const

/** The kinds of resources that belong to an owner, by their wire names. */
export type ResourceKind = keyof typeof TABLES

/** The owner of a resource. Requires a system transaction to find resources of every owner. */
export async function ownerOf(tx: Tx, kind: ResourceKind, id: string): Promise<string | undefined> {
  const { rows } = await tx.query<{ owner: string }>(`select owner_id as owner from ${TABLES[kind]} where id = $1`, [
    id,
  ])
  return rows[0]?.owner
}
