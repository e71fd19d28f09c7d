import type { KeyAccess } from '@millrace/contracts/api-keys'
import type { Plan } from '@millrace/contracts/limits'
import type { Tx } from '@millrace/db/act'
import type { Database } from '@millrace/db/connect'
import { apiKey, owner } from '@millrace/db/schema/owners'
import { SYSTEM_OWNER_ID } from '@millrace/db/system-owner'
import { and, count, desc, eq, sql } from 'drizzle-orm'

export interface KeyRow {
  id: string
  hash: string
  scope: 'user' | 'worker'
  access: KeyAccess
  steps: string[]
  note: string
  ownerId: string
  ownerKind: 'user' | 'organization' | 'system'
  plan: Plan
  userId: string | null
  userPublicId: string | null
  userName: string | null
  role: string | null
  mustChangePassword: boolean
  /** The user's roles in the organization that the key acts for, separated by commas. */
  organizationRole: string | null
  grants: string[]
  hasSecondFactor: boolean
  organizationRequiresSecondFactor: boolean
  organizations: string[]
  expiresAt: Date | null
  lastUsedLately: boolean
}

export type ListedKey = Awaited<ReturnType<typeof listKeys>>[number]

/**
 * Finds a key and its principal in one statement, because every request with a key runs it. Finds nothing if the key is
 * inactive or expired, if its user is banned or deleted, or if its user is no longer a member of the key's
 * organization.
 */
const FIND = `select k.id, k.hash, k.scope, k.access, k.steps, k.note, k.owner_id as "ownerId", w.kind as "ownerKind", w.plan,
    u.id as "userId", u.public_id as "userPublicId", u.name as "userName", u.role,
    coalesce(u.password_reset_required, false) as "mustChangePassword", m.role as "organizationRole",
    array(select grant_id from account_grant where subject_id in (u.public_id, k.owner_id)) as grants,
    array(select p.public_id::text from member n join organization p on p.id = n.organization_id where n.user_id = u.id) as organizations,
    u.two_factor_enabled is true as "hasSecondFactor", coalesce(o.require_two_factor, false) as "organizationRequiresSecondFactor",
    k.expires_at as "expiresAt",
    coalesce(k.last_used_at > now() - interval '1 minute', false) as "lastUsedLately"
  from api_key k
  join owner w on w.id = k.owner_id
  left join "user" u on u.id = k.user_id and (u.banned is not true or u.ban_expires < now())
  left join member m on m.user_id = u.id and m.organization_id = (select id from organization where public_id = k.owner_id)
  left join organization o on o.id = m.organization_id
  where k.active and (k.expires_at is null or k.expires_at > now())
    and case w.kind when 'system' then k.user_id is null when 'user' then u.public_id = k.owner_id else o.public_id = k.owner_id end`

/** Finds the valid keys with these hashes, in the order of the hashes. Undefined for a hash without a valid key. */
export async function findKeys(db: Database, hashes: string[]): Promise<(KeyRow | undefined)[]> {
  const { rows } = await db.pool.query<KeyRow>({
    name: 'api-key',
    text: `${FIND} and k.hash = any($1)`,
    values: [[...new Set(hashes)]],
  })
  const found = new Map(rows.map((row) => [row.hash, row]))
  return hashes.map((hash) => found.get(hash))
}

/** Returns the key with this id, if it is still valid. */
export async function findKeyById(db: Database, id: string): Promise<KeyRow | undefined> {
  return (await db.pool.query<KeyRow>(`${FIND} and k.id = $1`, [id])).rows[0]
}

/** Locks the user's row, so that parallel requests create or replace keys one after the other. */
export async function lockUser({ orm }: Tx, userId: string): Promise<void> {
  await orm.execute(sql`select from "user" where id = ${userId} for update`)
}

/**
 * Adds a key. Returns false if the user already has `most` keys. Call `lockUser` first, so that parallel requests
 * cannot exceed this limit. The database computes the expiry, because its clock also decides whether a key has expired.
 */
export async function insertKey(
  { orm }: Tx,
  row: typeof apiKey.$inferInsert,
  { ttlSeconds, most }: { ttlSeconds: number | undefined; most: number },
): Promise<boolean> {
  if (row.userId) {
    const [held] = await orm.select({ keys: count() }).from(apiKey).where(eq(apiKey.userId, row.userId))
    if ((held?.keys ?? 0) >= most) return false
  }
  await orm.insert(apiKey).values({ ...row, expiresAt: ttlSeconds ? secondsFromNow(ttlSeconds) : null })
  return true
}

function secondsFromNow(seconds: number) {
  return sql`now() + make_interval(secs => ${seconds})`
}

/** Records that a key is in use, at most once a minute. */
export async function touchKey(db: Database, id: string, address: string | undefined): Promise<void> {
  await db.pool.query(
    `update api_key set last_used_at = now(), last_used_from = coalesce($2, last_used_from)
     where id = $1 and (last_used_at is null or last_used_at < now() - interval '1 minute')`,
    [id, address],
  )
}

/** Returns the keys of a user, newest first. */
export function listKeys(db: Database, userId: string) {
  return db.orm
    .select({ key: apiKey, owner: { id: owner.id, kind: owner.kind, name: owner.name } })
    .from(apiKey)
    .innerJoin(owner, eq(owner.id, apiKey.ownerId))
    .where(eq(apiKey.userId, userId))
    .orderBy(desc(apiKey.createdAt), desc(apiKey.id))
}

/** Activates or deactivates a user's key. Returns false if the user has no such key. */
export async function setActive(db: Database, userId: string, id: string, active: boolean): Promise<boolean> {
  const { rowCount } = await db.orm
    .update(apiKey)
    .set({ active })
    .where(and(eq(apiKey.id, id), eq(apiKey.userId, userId)))
  return rowCount === 1
}

/** Deletes a user's key, and returns when it was last used. Undefined if the user has no such key. */
export async function removeKey({ orm }: Pick<Database, 'orm'>, userId: string, id: string) {
  const [removed] = await orm
    .delete(apiKey)
    .where(and(eq(apiKey.id, id), eq(apiKey.userId, userId)))
    .returning({ lastUsedAt: apiKey.lastUsedAt })
  return removed
}

/** Stores the system's worker key. Earlier worker keys of the system expire a day later. */
export async function ensureSystemKey(
  db: Database,
  key: { id: string; note: string; hash: string; last4: string },
): Promise<void> {
  await db.pool.query(
    `with earlier as (
       update api_key set expires_at = now() + interval '1 day'
       where owner_id = $2 and user_id is null and note = $3 and hash <> $4 and expires_at is null
     ), expired as (
       delete from api_key where owner_id = $2 and user_id is null and expires_at < now()
     )
     insert into api_key (id, owner_id, scope, note, hash, last4) values ($1, $2, 'worker', $3, $4, $5)
     on conflict (hash) do update set active = true, expires_at = null`,
    [key.id, SYSTEM_OWNER_ID, key.note, key.hash, key.last4],
  )
}
