import type {
  AdministratedOrganization,
  AdministratedUser,
  ORGANIZATION_SORTS,
  OrganizationDetail,
} from '@millrace/contracts/administration'
import { LIMITS, type Plan } from '@millrace/contracts/limits'
import type { Tx } from '@millrace/db/act'
import { containing } from '@millrace/db/like'
import { lastSeen } from '#auth/last-seen.ts'

/** A user or an organization, with its internal and its public id. */
export interface Subject {
  [column: string]: unknown
  id: string
  publicId: string
  plan: Plan
}

export type SubjectKind = 'user' | 'organization'
const TABLES = { user: '"user"', organization: 'organization' } as const

/** Returns the user or organization with this internal or public id, or undefined if there is none. */
export async function findSubject(tx: Tx, kind: SubjectKind, id: string): Promise<Subject | undefined> {
  const { rows } = await tx.query<Subject>(
    `select id, public_id as "publicId", plan from ${TABLES[kind]} where id = $1 or public_id::text = $1`,
    [id],
  )
  return rows[0]
}

const OWNERS_FOUND = 8

/** A user or organization that matches a search. Organizations have no email address. */
export interface OwnerRow {
  [column: string]: unknown
  id: string
  kind: SubjectKind
  name: string
  email: string | null
}

/** Finds the owner with this public id, or up to `OWNERS_FOUND` owners whose name or email contains the text. */
export async function findOwners(tx: Tx, find: { id: string } | { text: string }): Promise<OwnerRow[]> {
  const [where, value] =
    'id' in find ? ['w.id = $1', find.id] : ['(w.name ilike $1 or u.email ilike $1)', containing(find.text)]
  const { rows } = await tx.query<OwnerRow>(
    `select w.id, w.kind, w.name, u.email from owner w left join "user" u on u.public_id = w.id
     where w.kind <> 'system' and ${where} order by w.name collate "natural", w.id limit ${OWNERS_FOUND}`,
    [value],
  )
  return rows
}

export async function setPlan(tx: Tx, kind: SubjectKind, id: string, plan: Plan): Promise<void> {
  await tx.query(`update ${TABLES[kind]} set plan = $2 where id = $1`, [id, plan])
}

export interface OrganizationList {
  search: string | undefined
  plan: Plan | undefined
  sortBy: (typeof ORGANIZATION_SORTS)[number]
  sortDirection: 'asc' | 'desc'
  limit: number
  offset: number
}

const ORGANIZATION = `o.id, o.public_id as "publicId", o.name, o.slug, o.plan, o.created_at as "createdAt",
  (select count(*) from member m where m.organization_id = o.id)::int as members,
  array(select u.name from member m join "user" u on u.id = m.user_id
    where m.organization_id = o.id and 'owner' = any(string_to_array(m.role, ',')) order by u.name limit 5) as owners,
  w.used_bytes as "usedBytes"`
const SORTS = {
  name: 'o.name collate "natural"',
  plan: 'o.plan',
  createdAt: 'o.created_at',
  members: 'members',
  usedBytes: 'w.used_bytes',
}

type OrganizationRow = Omit<AdministratedOrganization, 'createdAt'> & { createdAt: Date; [column: string]: unknown }

/** Returns a page of organizations, and the number of organizations on all pages. */
export async function organizations(
  tx: Tx,
  { search, plan, sortBy, sortDirection, limit, offset }: OrganizationList,
): Promise<{ organizations: AdministratedOrganization[]; total: number }> {
  const where = `($1::text is null or o.name ilike $1 or o.slug ilike $1) and ($2::text is null or o.plan = $2)`
  const values = [search === undefined ? null : containing(search), plan ?? null]
  const direction = sortDirection === 'desc' ? 'desc' : 'asc'
  const page = await tx.query<OrganizationRow>(
    `select ${ORGANIZATION} from organization o join owner w on w.id = o.public_id where ${where}
     order by ${SORTS[sortBy]} ${direction}, o.id limit $3 offset $4`,
    [...values, limit, offset],
  )
  const count = await tx.query<{ total: number }>(
    `select count(*)::int as total from organization o where ${where}`,
    values,
  )
  return { organizations: page.rows.map(shown), total: count.rows[0]?.total ?? 0 }
}

export async function organization(tx: Tx, id: string): Promise<Omit<OrganizationDetail, 'grants'> | undefined> {
  const { rows } = await tx.query<OrganizationRow & { jobs: number; workData: number }>(
    `select ${ORGANIZATION},
       ${ownedBy('o.public_id')}
     from organization o join owner w on w.id = o.public_id where o.id = $1`,
    [id],
  )
  const [found] = rows
  if (!found) return undefined
  return {
    ...shown(found),
    jobs: found.jobs,
    workData: found.workData,
    memberList: await members(tx, id),
    invitations: await invitations(tx, id),
  }
}

function ownedBy(owner: string): string {
  const count = (table: string, name: string) =>
    `(select count(*) from (select 1 from ${table} where owner_id = ${owner} limit ${LIMITS.countMax + 1}) counted)::int as ${name}`
  return `${count('job', 'jobs')}, ${count('work_data', '"workData"')}`
}

type UserRow = Omit<AdministratedUser, 'createdAt' | 'banExpires' | 'lastSeenAt' | 'organizations' | 'grants'> & {
  createdAt: Date
  banExpires: Date | null
  lastSeenAt: Date | null
  [column: string]: unknown
}

export async function user(tx: Tx, id: string): Promise<Omit<AdministratedUser, 'grants'> | undefined> {
  const { rows } = await tx.query<UserRow>(
    `select u.id, u.public_id as "publicId", u.name, u.email, u.email_verified as "emailVerified",
       coalesce(u.role, 'user') as role, u.plan, coalesce(u.banned, false) as banned, u.ban_reason as "banReason",
       u.ban_expires as "banExpires", coalesce(u.two_factor_enabled, false) as "twoFactorEnabled",
       u.created_at as "createdAt", ${lastSeen('u.id')} as "lastSeenAt",
       coalesce(w.used_bytes, 0)::float8 as "usedBytes", ${ownedBy('u.public_id')}
     from "user" u left join owner w on w.id = u.public_id where u.id = $1`,
    [id],
  )
  const [found] = rows
  if (!found) return undefined
  const { createdAt, banExpires, lastSeenAt, ...rest } = found
  return {
    ...rest,
    createdAt: createdAt.toISOString(),
    banExpires: banExpires?.toISOString() ?? null,
    lastSeenAt: lastSeenAt?.toISOString() ?? null,
    organizations: await memberships(tx, id),
  }
}

async function memberships(tx: Tx, userId: string): Promise<AdministratedUser['organizations']> {
  const { rows } = await tx.query<AdministratedUser['organizations'][number]>(
    `select o.id, o.name, m.role, 'owner' = any(string_to_array(m.role, ','))
         and not exists (select 1 from member other where other.organization_id = o.id
           and other.user_id <> m.user_id and 'owner' = any(string_to_array(other.role, ','))) as "isOnlyOwner"
     from member m join organization o on o.id = m.organization_id where m.user_id = $1 order by o.name collate "natural" limit $2`,
    [userId, MEMBERS_MAX],
  )
  return rows
}

const MEMBERS_MAX = 1000

async function members(tx: Tx, id: string): Promise<OrganizationDetail['memberList']> {
  const { rows } = await tx.query<OrganizationDetail['memberList'][number] & { createdAt: string }>(
    `select m.id, u.id as "userId", u.name, u.email, m.role, m.created_at as "createdAt"
     from member m join "user" u on u.id = m.user_id where m.organization_id = $1 order by u.name collate "natural", u.email limit $2`,
    [id, MEMBERS_MAX],
  )
  return rows.map((row) => ({ ...row, createdAt: new Date(row.createdAt).toISOString() }))
}

async function invitations(tx: Tx, id: string): Promise<OrganizationDetail['invitations']> {
  const { rows } = await tx.query<OrganizationDetail['invitations'][number]>(
    `select id, email, role, expires_at as "expiresAt" from invitation
     where organization_id = $1 and status = 'pending' and expires_at > now() order by expires_at, id limit $2`,
    [id, MEMBERS_MAX],
  )
  return rows.map((row) => ({ ...row, expiresAt: new Date(row.expiresAt).toISOString() }))
}

function shown({ id, publicId, name, slug, plan, createdAt, members, owners, usedBytes }: OrganizationRow) {
  return {
    id,
    publicId,
    name,
    slug,
    plan,
    createdAt: createdAt.toISOString(),
    members,
    owners,
    usedBytes: Number(usedBytes),
  }
}
