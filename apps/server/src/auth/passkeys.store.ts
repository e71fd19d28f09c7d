import type { Database } from '@millrace/db/connect'

/** Stores when a passkey was last used. `credential` is the passkey’s WebAuthn credential id. */
export async function recordUse({ pool }: Database, credential: string, at: Date): Promise<void> {
  await pool.query('update passkey set last_used_at = $2 where credential_id = $1', [credential, at])
}

/** Whether the passkey’s user has confirmed their address. */
export async function hasConfirmedAddress({ pool }: Database, credential: string): Promise<boolean> {
  const { rowCount } = await pool.query(
    'select from passkey p join "user" u on u.id = p.user_id where p.credential_id = $1 and u.email_verified',
    [credential],
  )
  return rowCount === 1
}

/** Returns how many passkeys the user has registered. */
export async function countOf({ pool }: Database, userId: string): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(
    'select count(*)::integer as count from passkey where user_id = $1',
    [userId],
  )
  return rows[0]?.count ?? 0
}
