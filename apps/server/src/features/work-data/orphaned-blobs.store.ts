import type { Tx } from '@millrace/db/act'

/**
 * Removes up to `limit` hashes after `last` from the candidates for orphaned blobs, and returns them in order. A
 * transaction that is deleting a row with one of these hashes either commits before the caller's next statement checks
 * which hashes still have rows, or adds the hash to the candidates again. Requires a system transaction.
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

/** Makes hashes candidates again, because it is too early to decide whether they are orphaned. */
export async function addCandidates(tx: Tx, sha256s: string[]): Promise<void> {
  await tx.query('insert into orphan_candidate select unnest($1::text[]) on conflict do nothing', [sha256s])
}

/** Claims the cleanup of the whole store. Returns false if the last such cleanup started after `before`. */
export async function claimWholeCleanup(tx: Tx, now: Date, before: Date): Promise<boolean> {
  const { rowCount } = await tx.query(
    `insert into installation (name, value) values ('whole-store-cleaned', $1)
     on conflict (name) do update set value = excluded.value where installation.value < $2`,
    [now.toISOString(), before.toISOString()],
  )
  return rowCount === 1
}
