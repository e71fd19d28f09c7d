import { asSystem, type Tx } from '@millrace/db/act'
import type { Database } from '@millrace/db/connect'

const BATCH = 2000
/** Tables in which an owner may have very many rows, in the order of deletion. */
const LARGE_TABLES = ['job', 'work_data'] as const

/**
 * Deletes the resources of deleted accounts and organizations. Keeps the history of jobs, and the steps that are public
 * or used by other owners' jobs. API keys are deleted first, so that nothing new is added. Batches keep locks short and
 * let a later run resume. Returns the number of these owners, and the ids of the deleted steps.
 */
export async function deleteAbandonedResources(db: Database): Promise<{ owners: number; stepIds: string[] }> {
  const owners = await asSystem(db, deleteKeys)
  if (owners.length === 0) return { owners: 0, stepIds: [] }
  for (const table of LARGE_TABLES) {
    while ((await asSystem(db, (tx) => deleteBatch(tx, table, owners))) === BATCH);
  }
  const stepIds = await asSystem(db, async (tx) => {
    for (const table of LARGE_TABLES) await tx.query(`delete from ${table} where owner_id = any($1)`, [owners])
    const deleted = await deleteSteps(tx, owners)
    await deleteOwners(tx, owners)
    return deleted
  })
  return { owners: owners.length, stepIds }
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

/**
 * Deletes the private steps that no job uses. The steps are locked first, so that no job can start to use them. Other
 * owners' work data that these steps produced is kept, without the reference to the step. Returns the ids of the
 * deleted steps.
 */
async function deleteSteps(tx: Tx, owners: string[]): Promise<string[]> {
  await tx.query('select from processing_step where owner_id = any($1) and not is_public for update', [owners])
  const { rows } = await tx.query<{ id: string }>(
    `delete from processing_step as step where owner_id = any($1) and not is_public
       and not exists (select 1 from job where step_id = step.id) returning id`,
    [owners],
  )
  const ids = rows.map((row) => row.id)
  if (ids.length > 0) {
    await tx.query('update work_data set produced_by_step = null where produced_by_step = any($1)', [ids])
  }
  return ids
}

async function deleteOwners(tx: Tx, owners: string[]): Promise<void> {
  await tx.query('delete from account_grant where subject_id = any($1)', [owners])
  await tx.query('update owner set used_bytes = 0 where id = any($1)', [owners])
  await tx.query(
    'delete from owner o where id = any($1) and not exists (select 1 from processing_step where owner_id = o.id)',
    [owners],
  )
}
