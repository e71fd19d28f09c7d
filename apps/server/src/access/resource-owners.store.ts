import type { Tx } from '@millrace/db/act'

const TABLES = { Job: 'job', WorkData: 'work_data', ProcessingStep: 'processing_step' } as const

/** The kinds of resources that belong to an owner, as the wire names them. */
export type ResourceKind = keyof typeof TABLES

/** Whose resource this is. Sees every owner's rows only in a transaction of the system. */
export async function ownerOf(tx: Tx, kind: ResourceKind, id: string): Promise<string | undefined> {
  const { rows } = await tx.query<{ owner: string }>(`select owner_id as owner from ${TABLES[kind]} where id = $1`, [
    id,
  ])
  return rows[0]?.owner
}
