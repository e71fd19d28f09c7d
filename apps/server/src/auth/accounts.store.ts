import type { RefusedSignIn } from '@millrace/contracts/activity'
import type { Database } from '@millrace/db/connect'

/** Returns the name of an organization that would have no owner without this user, if there is one. */
export async function organizationWithoutOwner(db: Database, userId: string): Promise<string | undefined> {
  const { rows } = await db.pool.query<{ name: string }>(
    `select o.name from member m join organization o on o.id = m.organization_id
     where m.user_id = $1 and 'owner' = any(string_to_array(m.role, ','))
       and not exists (select 1 from member other where other.organization_id = m.organization_id
         and other.user_id <> m.user_id and 'owner' = any(string_to_array(other.role, ',')))
     order by o.name limit 1`,
    [userId],
  )
  return rows[0]?.name
}

/** Returns how many organizations the user owns, alone or with others. */
export async function ownedOrganizations(db: Database, userId: string): Promise<number> {
  const { rows } = await db.pool.query<{ count: number }>(
    `select count(*)::int as count from member where user_id = $1 and 'owner' = any(string_to_array(role, ','))`,
    [userId],
  )
  return rows[0]?.count ?? 0
}

export async function deleteOrganization(db: Database, id: string): Promise<void> {
  await db.pool.query('delete from organization where id = $1', [id])
}

export async function countOf(
  db: Database,
  what: 'team' | 'organization_role',
  organizationId: string,
): Promise<number> {
  const { rows } = await db.pool.query<{ count: number }>(
    `select count(*)::int as count from ${what} where organization_id = $1`,
    [organizationId],
  )
  return rows[0]?.count ?? 0
}

/** Whether the user is the only administrator who is not banned. */
export async function isLastAdministrator(db: Database, userId: string): Promise<boolean> {
  const { rows } = await db.pool.query<{ last: boolean }>(
    `select bool_or(id = $1) and count(*) = 1 as last from "user" where role = 'admin' and banned is not true`,
    [userId],
  )
  return rows[0]?.last === true
}

/** Returns the names of the organizations that the user is a member of or is invited to. */
export async function organizationNames(db: Database, email: string): Promise<string[]> {
  const { rows } = await db.pool.query<{ name: string }>(
    `select o.name from organization o join member m on m.organization_id = o.id join "user" u on u.id = m.user_id
     where u.email = lower($1)
     union select o.name from organization o join invitation i on i.organization_id = o.id
     where lower(i.email) = lower($1) and i.status = 'pending'`,
    [email],
  )
  return rows.map(({ name }) => name)
}

export async function clearPasswordRequirement(db: Database, userId: string): Promise<void> {
  await db.pool.query(
    `with settled as (update "user" set password_reset_required = false where id = $1 and password_reset_required)
     update session set password_reset_required = false where user_id = $1 and password_reset_required`,
    [userId],
  )
}

export async function requireNewPassword(db: Database, userId: string): Promise<void> {
  await db.pool.query('update "user" set password_reset_required = true where id = $1', [userId])
}

/** Whether the account has a password. Accounts that an administrator or an identity provider created may have none. */
export async function hasPassword(db: Database, userId: string): Promise<boolean> {
  const { rowCount } = await db.pool.query('select 1 from account where user_id = $1 and password is not null', [
    userId,
  ])
  return rowCount !== 0
}

export async function mustChangePassword(db: Database, userId: string): Promise<boolean> {
  const { rowCount } = await db.pool.query('select 1 from "user" where id = $1 and password_reset_required', [userId])
  return rowCount === 1
}

interface FoundInvitation {
  state: 'pending' | 'accepted' | 'rejected' | 'canceled'
  isOver: boolean
  organization: string
  /** The sender’s name. Null if the sender has left the organization or now has only the role `member`. */
  inviter: string | null
}

/** Returns an invitation and its state, if it was sent to this address. */
export async function invitationTo(db: Database, email: string, id: string): Promise<FoundInvitation | undefined> {
  const { rows } = await db.pool.query<FoundInvitation>(
    `select i.status as state, i.status <> 'pending' or i.expires_at <= now() as "isOver", o.name as organization, u.name as inviter
     from invitation i join organization o on o.id = i.organization_id
     left join member m on m.organization_id = o.id and m.user_id = i.inviter_id and m.role <> 'member'
     left join "user" u on u.id = m.user_id
     where i.id = $1 and lower(i.email) = lower($2)`,
    [id, email],
  )
  return rows[0]
}

/** An account that someone tried to sign in to: a field by which to find it, and the field’s value. */
export interface TriedAccount {
  by: keyof typeof FINDS_TRIED
  value: string
}

const FINDS_TRIED = {
  email: 'email = lower($1)',
  id: 'id = $1',
  passkey: 'id = (select user_id from passkey where credential_id = $1)',
}

/** Records a refused sign-in in the activity log. Does nothing if the account does not exist. */
export async function recordRefusal(
  db: Database,
  { by, value }: TriedAccount,
  { refused, ipAddress }: { refused: RefusedSignIn; ipAddress: string },
): Promise<void> {
  await db.pool.query(
    `insert into activity (id, at, subject_id, action, resource_type, resource_id, metadata)
     select gen_random_uuid(), clock_timestamp(), id, 'updated', 'session', id,
       jsonb_build_object('event', 'signIn.refused', 'refused', $2::text, 'ipAddress', $3::text)
     from "user" where ${FINDS_TRIED[by]}`,
    [value, refused, ipAddress],
  )
}
