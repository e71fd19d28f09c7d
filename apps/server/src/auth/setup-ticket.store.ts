import { asSystem } from '@millrace/db/act'
import { LOCKS } from '@millrace/db/advisory-locks'
import type { Database } from '@millrace/db/connect'

/** Identifier of the ticket among better-auth's single-use values. Unhashed, so that the SQL below finds the row. */
export const SETUP_TICKET = 'first-administrator'

/**
 * Returns the ticket of a server without accounts, and creates or renews it as needed. Undefined once there is an
 * account.
 *
 * A concurrent sign-up may have consumed the ticket in a transaction that has not committed yet. An expired ticket is
 * therefore renewed in place first, which waits for that transaction. Only if no ticket was renewed, and there is still
 * no account, is a new ticket created. This way a consumed ticket is never replaced.
 */
export function currentSetupTicket(
  db: Database,
  fresh: { id: string; value: string },
  seconds: number,
): Promise<string | undefined> {
  return asSystem(db, async (tx) => {
    await tx.query('select pg_advisory_xact_lock($1)', [LOCKS.firstAdministrator])
    const { rows: valid } = await tx.query<{ value: string }>(
      'select value from verification where identifier = $1 and expires_at > now()',
      [SETUP_TICKET],
    )
    if (!valid[0]) {
      const { rowCount: renewed } = await tx.query(
        `update verification set value = $2, expires_at = now() + make_interval(secs => $3) where identifier = $1`,
        [SETUP_TICKET, fresh.value, seconds],
      )
      if (renewed === 0) {
        await tx.query(
          `insert into verification (id, identifier, value, expires_at)
           select $4, $1, $2, now() + make_interval(secs => $3) where not exists (select 1 from "user")`,
          [SETUP_TICKET, fresh.value, seconds, fresh.id],
        )
      }
    }
    const { rows } = await tx.query<{ value: string }>(
      'select value from verification where identifier = $1 and not exists (select 1 from "user")',
      [SETUP_TICKET],
    )
    return rows[0]?.value
  })
}
