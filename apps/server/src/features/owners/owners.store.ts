import { PLANS, type Plan } from '@millrace/contracts/limits'
import type { Tx } from '@millrace/db/act'
import { preparedQuery } from '@millrace/db/prepared-query'
import { owner, storageReservation } from '@millrace/db/schema/owners'
import { eq, type SQL, sql } from 'drizzle-orm'

export async function usage(tx: Tx, ownerId: string): Promise<{ usedBytes: number; plan: Plan }> {
  const [row] = await tx.orm
    .select({ usedBytes: owner.usedBytes, plan: owner.plan })
    .from(owner)
    .where(eq(owner.id, ownerId))
  return row ?? { usedBytes: 0, plan: 'free' }
}

/**
 * Returns the bytes that requests other than `exceptId` have reserved, plus the unpublished outputs of jobs. These
 * bytes are not used yet, but are not available to other requests.
 */
export async function claimedBytes(tx: Tx, ownerId: string, exceptId: string | null): Promise<number> {
  const { rows } = await tx.orm.execute<{ bytes: string }>(sql`select claimed_bytes(${ownerId}, ${exceptId}) as bytes`)
  return Number(rows[0]?.bytes ?? 0)
}

function reservedBytes(ownerId: string, exceptId: string | null): SQL {
  return sql`(select coalesce(sum(bytes), 0) from storage_reservation
    where owner_id = ${ownerId} and expires_at > now() and id is distinct from ${exceptId}::uuid)`
}

/** Reserves bytes for `ms` milliseconds. If the reservation exists, its size and expiry are updated. */
export async function saveReservation(tx: Tx, { id, ownerId, bytes, ms }: Reservation): Promise<void> {
  await tx.orm.execute(sql`
    insert into storage_reservation (id, owner_id, bytes, expires_at)
    values (${id}, ${ownerId}, ${bytes}, now() + ${ms}::int * interval '1 ms')
    on conflict (id) do update set bytes = excluded.bytes, expires_at = excluded.expires_at`)
}

interface Reservation {
  id: string
  ownerId: string
  bytes: number
  ms: number
}

export async function removeReservation(tx: Tx, id: string): Promise<void> {
  await tx.orm.delete(storageReservation).where(eq(storageReservation.id, id))
}

/** Counts the owner's reservations that have not expired, except `exceptId`. */
export async function countReservations(tx: Tx, ownerId: string, exceptId: string): Promise<number> {
  const { rows } = await tx.query<{ n: number }>(
    'select count(*)::int as n from storage_reservation where owner_id = $1 and id <> $2 and expires_at > now()',
    [ownerId, exceptId],
  )
  return rows[0]?.n ?? 0
}

/** Returns the ids of the requests and partial uploads for which storage is reserved, oldest first. */
export async function reservedFor(tx: Tx, ownerId: string): Promise<string[]> {
  const { rows } = await tx.query<{ id: string }>(
    'select id from storage_reservation where owner_id = $1 and expires_at > now() order by id',
    [ownerId],
  )
  return rows.map(({ id }) => id)
}

/** Deletes reservations that expired over a minute ago. Requires a system transaction. */
export async function removeExpiredReservations(tx: Tx): Promise<void> {
  await tx.query(`delete from storage_reservation where expires_at < now() - interval '1 minute'`)
}

/** Stored content, which several of an owner's files may share. */
export interface Content {
  sha256: string
  sizeInBytes: number
}

/**
 * Increases the owner's used storage by the size of the content that the owner does not have yet. If this would exceed
 * the plan's limit or use bytes that other requests have reserved, adds nothing and returns that size.
 */
export async function addBytes(
  tx: Tx,
  ownerId: string,
  contents: Content[],
  reservationId: string | null,
): Promise<number | undefined> {
  const added = unheldBytes(ownerId, contents)
  const limits = Object.entries(PLANS).map(([plan, { storageBytes }]) => sql`when ${plan} then ${storageBytes}::bigint`)
  const { rowCount } = await tx.orm.execute(sql`
    update owner set used_bytes = used_bytes + added.bytes from (${added}) added
    where id = ${ownerId}
      and (added.bytes = 0 or used_bytes + added.bytes + ${reservedBytes(ownerId, reservationId)} <= coalesce(case plan ${sql.join(limits, sql` `)} end, 9223372036854775807))`)
  if (rowCount === 1) return undefined
  const { rows } = await tx.orm.execute<{ bytes: string }>(added)
  return Number(rows[0]?.bytes ?? 0)
}

/**
 * Reduces the owner's used storage by the size of those contents that the owner's remaining work data does not use.
 * Call this after deleting the rows.
 */
export async function removeBytes(tx: Tx, ownerId: string, contents: Content[]): Promise<void> {
  await tx.orm.execute(sql`
    update owner set used_bytes = greatest(used_bytes - freed.bytes, 0) from (${unheldBytes(ownerId, contents)}) freed
    where id = ${ownerId}`)
}

/** Locks the owner's row until the transaction ends, so that other transactions that change the used storage wait. */
export async function lockUsage(tx: Tx, ownerId: string): Promise<void> {
  await tx.orm.execute(sql`select 1 from owner where id = ${ownerId} for no key update`)
}

function unheldBytes(ownerId: string, contents: Content[]): SQL {
  const sizes = new Map(contents.map(({ sha256, sizeInBytes }) => [sha256, sizeInBytes]))
  return sql`
    select coalesce(sum(size), 0)::bigint as bytes
    from unnest(${sql.param([...sizes.keys()])}::text[], ${sql.param([...sizes.values()])}::bigint[]) as content(sha256, size)
    where not exists (select 1 from work_data where owner_id = ${ownerId} and work_data.sha256 = content.sha256)`
}

/** Returns the names of users and organizations by public id. Unknown ids have no entry. */
export async function namesOf(tx: Tx, ids: string[]): Promise<Map<string, string>> {
  const rows = await namesOfOwners(tx, { ids })
  return new Map(rows.map((row) => [row.id, row.name]))
}

const namesOfOwners = preparedQuery((orm) =>
  orm
    .select({ id: owner.id, name: owner.name })
    .from(owner)
    .where(sql`${owner.id} = any(${sql.placeholder('ids')}::uuid[])`)
    .prepare('names_of_owners'),
)

/** Whether an organization requires a second factor that the user lacks. */
export async function lacksSecondFactor(tx: Tx, organizationId: string, userId: string): Promise<boolean> {
  const { rows } = await tx.query<{ lacks: boolean }>(
    `select coalesce(o.require_two_factor, false) and u.two_factor_enabled is not true as lacks
     from organization o, "user" u where o.public_id = $1 and u.id = $2`,
    [organizationId, userId],
  )
  return rows[0]?.lacks ?? false
}
