import type pg from 'pg'

/*
 * Checks all tables and B-tree indexes with PostgreSQL's amcheck: pages must be readable and consistent, and each index
 * must have an entry for every row. The client must be connected as superuser.
 */

const DAMAGED_TABLES = `
  select relname || ': ' || found.msg as fault
  from pg_class, lateral verify_heapam(pg_class.oid) found where relkind in ('r', 'm') and relpersistence = 'p'`

/** Throws an error at the first damaged index. */
const CHECKED_INDEXES = `
  select bt_index_check(indexrelid, true) from pg_index join pg_class on pg_class.oid = indexrelid
  join pg_am on pg_am.oid = relam where amname = 'btree' and relkind = 'i' and relpersistence = 'p' and indisvalid`

/** Returns the faults of all tables, and the first fault found in an index. */
export async function damagedRelations(client: pg.Client | pg.Pool): Promise<string[]> {
  await client.query('create extension if not exists amcheck')
  const { rows } = await client.query<{ fault: string }>(DAMAGED_TABLES)
  const indexes = await client.query(CHECKED_INDEXES).then(
    () => [],
    (error: Error) => [error.message],
  )
  return [...rows.map(({ fault }) => fault), ...indexes]
}
