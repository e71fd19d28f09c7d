import type { Tx } from '@millrace/db/act'

/**
 * Takes hashes of possibly orphaned content, in order, following `last`. If a row is deleted at the same time, its
 * transaction either commits before the next statement checks for rows, or makes the content a candidate again.
 * Requires a system transaction.
 */
export async function takeCandidates(tx: Tx, last: string, limit: number): Promise<string[]> {
  const { rows } = await tx.query<{ sha256: string }>(
    `delete from orphan_candidate where sha256 in (
       select sha256 from orphan_candidate where sha256 > $1 order by sha256 limit $2 for update)
     returning sha256`,
    [last, limit],
  )
  return rows.map((row) => row.sha256).toSorted()
}

/** Puts content back for which it is too early to decide. */
export async function addCandidates(tx: Tx, sha256s: string[]): Promise<void> {
  await tx.query('insert into orphan_candidate select unnest($1::text[]) on conflict do nothing', [sha256s])
}

/** Claims the sweep of the whole store, unless the last sweep started after `before`. */
export async function claimWholeSweep(tx: Tx, now: Date, before: Date): Promise<boolean> {
  const { rowCount } = await tx.query(
    `insert into installation (name, value) values ('whole-store-swept', $1)
     on conflict (name) do update set value = excluded.value where installation.value < $2`,
    [now.toISOString(), before.toISOString()],
  )
  return rowCount === 1
}
