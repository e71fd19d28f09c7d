import type { Tx } from '@millrace/db/act'

/** Returns the owner's jobs that are running or ended in the last two minutes, for which clients may be waiting. */
export async function recentJobs(tx: Tx, ownerId: string): Promise<string[]> {
  const { rows } = await tx.query<{ id: string }>(
    `(select id from job where owner_id = $1 and state = 'Processing' limit 500)
     union all
     (select id from job where owner_id = $1 and completed_at > now() - interval '2 minutes' order by completed_at desc limit 500)`,
    [ownerId],
  )
  return rows.map((row) => row.id)
}
