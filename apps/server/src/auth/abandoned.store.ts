import { asSystem, type Tx } from '@millrace/db/act'
import type { Database } from '@millrace/db/connect'

const BATCH = 2000
/** What an account may own very much of, in the order in which it goes. */
const MANY = ['job', 'work_data'] as const

/**
 * Removes what belonged to deleted accounts, and their row as owner: keys first, so that nothing is added, then some rows
 * at a time, for nobody waits long and whatever breaks off is gone on with by the next sweep. The history of jobs and
 * public steps that others use stay, so an owner of such steps stays too. Answers how many owners were emptied.
 */
export async function removeAbandoned(db: Database): Promise<number> {
  const owners = await asSystem(db, takeKeys)
  if (owners.length === 0) return 0
  for (const table of MANY) {
    while ((await asSystem(db, (tx) => removeSome(tx, table, owners))) === BATCH);
  }
  await asSystem(db, (tx) => removeOwners(tx, owners))
  return owners.length
}

/** The owners without an account that still have something, from now on without keys. */
async function takeKeys(tx: Tx): Promise<string[]> {
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

async function removeSome(tx: Tx, table: (typeof MANY)[number], owners: string[]): Promise<number> {
  const { rowCount } = await tx.query(
    `delete from ${table} where id in (
       select id from ${table} where owner_id = any($1) order by id limit ${BATCH} for update)`,
    [owners],
  )
  return rowCount ?? 0
}

async function removeOwners(tx: Tx, owners: string[]): Promise<void> {
  for (const table of MANY) await tx.query(`delete from ${table} where owner_id = any($1)`, [owners])
  await tx.query('delete from account_grant where subject_id = any($1)', [owners])
  await tx.query('update owner set used_bytes = 0 where id = any($1)', [owners])
  await tx.query(
    'delete from owner o where id = any($1) and not exists (select 1 from processing_step where owner_id = o.id)',
    [owners],
  )
}
