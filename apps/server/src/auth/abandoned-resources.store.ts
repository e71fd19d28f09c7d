import { asSystem, type Tx } from '@millrace/db/act'
import type { Database } from '@millrace/db/connect'

const BATCH = 2000
/** Tables in which an account may have very many rows, in the order of deletion. */
const LARGE_TABLES = ['job', 'work_data'] as const

/**
 * Deletes the jobs, work data and keys of deleted accounts and organizations, then their rows in `owner`. Keys are
 * deleted first, so that nothing new is added. Batches keep locks short, and an interrupted sweep resumes the next
 * time. Job history is kept, and so are steps, because others may use public ones. Returns the number of owners
 * processed.
 */
export async function deleteAbandonedResources(db: Database): Promise<number> {
  const owners = await asSystem(db, deleteKeys)
  if (owners.length === 0) return 0
  for (const table of LARGE_TABLES) {
    while ((await asSystem(db, (tx) => deleteBatch(tx, table, owners))) === BATCH);
  }
  await asSystem(db, (tx) => deleteOwners(tx, owners))
  return owners.length
}

/** Deletes the API keys and idempotency keys of owners without an account or organization. Returns these owners. */
async function deleteKeys(tx: Tx): Promise<string[]> {
  const { rows } = await tx.query<{ id: string }>(
    `select id from owner where kind <> 'system'
       and not exists (select 1 from "user" where public_id = owner.id)
       and not exists (select 1 from organization where public_id = owner.id) for update`,
  )
  const owners = rows.map((row) => row.id)
  for (const table of ['api_key', 'idempotency']) {
    if (owners.length > 0) await tx.query(`delete from ${table} where owner_id = any($1)`, [owners])
  }
  return owners
}

async function deleteBatch(tx: Tx, table: (typeof LARGE_TABLES)[number], owners: string[]): Promise<number> {
  const { rowCount } = await tx.query(
    `delete from ${table} where id in (
       select id from ${table} where owner_id = any($1) order by id limit ${BATCH} for update)`,
    [owners],
  )
  return rowCount ?? 0
}

async function deleteOwners(tx: Tx, owners: string[]): Promise<void> {
  for (const table of LARGE_TABLES) await tx.query(`delete from ${table} where owner_id = any($1)`, [owners])
  await tx.query('delete from account_grant where subject_id = any($1)', [owners])
  await tx.query('update owner set used_bytes = 0 where id = any($1)', [owners])
  await tx.query(
    'delete from owner o where id = any($1) and not exists (select 1 from processing_step where owner_id = o.id)',
    [owners],
  )
}
