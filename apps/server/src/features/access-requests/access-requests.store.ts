import { ACCESS_REQUEST_LIMITS } from '@millrace/contracts/access-requests'
import type { Tx } from '@millrace/db/act'
import type { Reach } from '#access/scope.ts'

/** A job or work data that a user requests access to. */
export interface Asked {
  kind: 'Job' | 'WorkData'
  id: string
}

/** An open request as its approver sees it, with the requesting user and the resource. */
export interface Request extends Asked {
  requestId: string
  resourceName: string
  isCopyable: boolean
  userId: string
  userPublicId: string
  name: string
  email: string
  createdAt: Date
  expiresAt: Date
  /** The first organization that both the approving and the requesting user are members of. Null if there is none. */
  sharedId: string | null
  sharedName: string | null
}

const COLUMNS = { Job: 'job_id', WorkData: 'work_data_id' } as const

/** Adds a request, or renews an expired one. Returns the resource's name, or undefined if a request is already open. */
export async function insert(
  tx: Tx,
  {
    kind,
    id,
    ...row
  }: Asked & { requestId: string; ownerId: string; userId: string; createdAt: Date; expiresAt: Date },
): Promise<string | undefined> {
  const column = COLUMNS[kind]
  const { rowCount } = await tx.query(
    `insert into access_request as r (id, owner_id, ${column}, user_id, created_at, expires_at)
     values ($1, $2, $3, $4, $5, $6)
     on conflict (${column}, user_id) where ${column} is not null do update
       set id = excluded.id, created_at = excluded.created_at, expires_at = excluded.expires_at
       where r.expires_at <= excluded.created_at`,
    [row.requestId, row.ownerId, id, row.userId, row.createdAt, row.expiresAt],
  )
  if (rowCount !== 1) return undefined
  const table = kind === 'Job' ? 'job' : 'work_data'
  const { rows } = await tx.query<{ name: string }>(`select name from ${table} where id = $1`, [id])
  return rows[0]?.name
}

/**
 * Returns up to `listMax` open requests for an owner's resources, newest first. Omits requests of users who have since
 * joined the organization.
 */
export async function open(
  tx: Tx,
  { owner }: Reach,
  { approverId, now, only }: { approverId: string; now: Date; only?: string },
): Promise<Request[]> {
  const { rows } = await tx.query<Request>(
    `select r.id as "requestId", case when r.job_id is null then 'WorkData' else 'Job' end as kind,
       coalesce(r.job_id, r.work_data_id) as id, coalesce(j.name, w.name) as "resourceName",
       r.job_id is null or (j.executor = 'worker' and j.step_id is not null) as "isCopyable",
       u.id as "userId", u.public_id as "userPublicId", u.name, u.email,
       r.created_at as "createdAt", r.expires_at as "expiresAt",
       shared.public_id as "sharedId", shared.name as "sharedName"
     from access_request r join "user" u on u.id = r.user_id
       left join job j on j.id = r.job_id left join work_data w on w.id = r.work_data_id
       left join lateral (
         select o.public_id, o.name from member mine join member theirs on theirs.organization_id = mine.organization_id
           join organization o on o.id = mine.organization_id
         where mine.user_id = $2 and theirs.user_id = r.user_id order by o.name, o.id limit 1) shared on true
     where r.owner_id = $1 and r.expires_at > $3 and ($4::uuid is null or r.id = $4)
       and not exists (select from organization o join member m on m.organization_id = o.id
         where o.public_id = r.owner_id and m.user_id = r.user_id)
     order by r.created_at desc, r.id limit ${ACCESS_REQUEST_LIMITS.listMax}`,
    [owner, approverId, now, only ?? null],
  )
  return rows
}

/** Deletes a request. Returns false if it has already been decided. */
export async function remove(tx: Tx, requestId: string): Promise<boolean> {
  const { rowCount } = await tx.query('delete from access_request where id = $1', [requestId])
  return rowCount === 1
}

/** Deletes expired requests of all owners. Requires a system transaction. */
export async function removeExpired(tx: Tx, now: Date): Promise<void> {
  await tx.query('delete from access_request where expires_at <= $1', [now])
}

/**
 * Returns up to `listMax` email addresses of the users who decide on requests to an owner. The owner is one of these
 * users, or an organization whose owners and admins decide. Omits banned users.
 */
export async function deciders(tx: Tx, ownerId: string): Promise<string[]> {
  const { rows } = await tx.query<{ email: string }>(
    `select u.email from "user" u where u.public_id = $1 and u.banned is not true
     union select u.email from organization o join member m on m.organization_id = o.id join "user" u on u.id = m.user_id
     where o.public_id = $1 and string_to_array(m.role, ',') && '{owner,admin}' and u.banned is not true
     limit ${ACCESS_REQUEST_LIMITS.listMax}`,
    [ownerId],
  )
  return rows.map(({ email }) => email)
}

/** Records in the requesting user’s activity which resource was requested, whether or not the resource exists. */
export async function recordAsked(tx: Tx, userId: string, { kind, id }: Asked): Promise<void> {
  await tx.query(
    `insert into activity (id, at, user_id, impersonator_id, subject_id, action, resource_type, resource_id, metadata)
     values (gen_random_uuid(), clock_timestamp(), $1, activity_actor('millrace.impersonator', '{}'), $1, 'updated', 'user',
       $1, jsonb_build_object('event', 'access.asked', 'kind', $2::text, 'id', $3::text))`,
    [userId, kind, id],
  )
}

/**
 * Records, in the activity of a resource’s owner, that another user requested access to the resource, or what was
 * decided. The entry for a request doesn’t name the acting user. Otherwise, the entry would appear in that user’s own
 * activity and reveal that the resource exists.
 */
export async function recordForOwner(
  tx: Tx,
  event: 'access.requested' | 'access.given' | 'access.declined',
  { kind, id, ownerId, name }: Asked & { ownerId: string; name: string },
): Promise<void> {
  const actor = event === 'access.requested' ? 'null' : `activity_actor('millrace.actor', '{}')`
  const impersonator = event === 'access.requested' ? 'null' : `activity_actor('millrace.impersonator', '{}')`
  await tx.query(
    `insert into activity (id, at, user_id, impersonator_id, subject_id, organization_id, action, resource_type, resource_id, metadata)
     select gen_random_uuid(), clock_timestamp(), ${actor}, ${impersonator}, u.id, o.id, 'updated',
       case when u.id is null then 'organization' else 'user' end, coalesce(u.id, o.id),
       jsonb_build_object('event', $1::text, 'kind', $2::text, 'id', $3::text, 'name', left($5::text, 200))
     from (select $4::uuid as id) as own
       left join "user" u on u.public_id = own.id left join organization o on o.public_id = own.id
     where coalesce(u.id, o.id) is not null`,
    [event, kind, id, ownerId, name],
  )
}

/** Returns the user's email address. Empty if the account no longer exists. */
export async function emailOf(tx: Tx, userId: string): Promise<string> {
  const { rows } = await tx.query<{ email: string }>('select email from "user" where id = $1', [userId])
  return rows[0]?.email ?? ''
}
