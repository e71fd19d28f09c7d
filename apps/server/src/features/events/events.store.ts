import type { Tx } from '@millrace/db/act'

/** Returns the ids of up to 500 running jobs of the owner, and of up to 500 jobs that ended in the last two minutes. */
export async function recentJobs(tx: Tx, ownerId: string): Promise<string[]> {
  const { rows } = await tx.query<{ id: string }>(
    `(select id from job where owner_id = $1 and state = 'Processing' limit 500)
     union all
     (select id from job where owner_id = $1 and completed_at > now() - interval '2 minutes' order by completed_at desc limit 500)`,
    [ownerId],
  )
  return rows.map((row) => row.id)
}
