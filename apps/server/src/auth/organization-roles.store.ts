import type { Database } from '@millrace/db/connect'

/** Returns the roles of a member, separated by commas. Undefined for users who are not members. */
export async function memberRoles(
  db: Database,
  member: { organizationId: string; userId: string },
): Promise<string | undefined> {
  const { rows } = await db.pool.query<{ role: string }>(
    'select role from member where organization_id = $1 and user_id = $2',
    [member.organizationId, member.userId],
  )
  return rows[0]?.role
}

/**
 * Returns the roles of a member, separated by commas. `member` is the member's id or email address. Undefined if there
 * is no such member.
 */
export async function roleOfMember(db: Database, organizationId: string, member: string): Promise<string | undefined> {
  const { rows } = await db.pool.query<{ role: string }>(
    `select m.role from member m join "user" u on u.id = m.user_id
     where m.organization_id = $1 and (m.id = $2 or u.email = lower($2))`,
    [organizationId, member],
  )
  return rows[0]?.role
}

/** Whether the user is a member of the organization with this id or slug. */
export async function isMember(db: Database, member: { organization: string; userId: string }): Promise<boolean> {
  const { rowCount } = await db.pool.query(
    `select 1 from member m join organization o on o.id = m.organization_id
     where m.user_id = $2 and $1 in (o.id, o.slug)`,
    [member.organization, member.userId],
  )
  return rowCount !== 0
}

interface CustomRole {
  id: string
  role: string
  permission: Record<string, string[]>
}

export async function customRoles(db: Database, organizationId: string): Promise<CustomRole[]> {
  const { rows } = await db.pool.query<CustomRole>(
    'select id, role, permission::json as permission from organization_role where organization_id = $1',
    [organizationId],
  )
  return rows
}

/** Returns one string for each open invitation to an address: the offered roles, separated by commas. */
export async function invitedRoles(db: Database, organizationId: string, email: string): Promise<string[]> {
  const { rows } = await db.pool.query<{ role: string }>(
    `select role from invitation where organization_id = $1 and email = lower($2) and status = 'pending' and role is not null`,
    [organizationId, email],
  )
  return rows.map(({ role }) => role)
}

/** Returns the user ids of each team that has members, by the team's id. */
export async function teamMembers(db: Database, organizationId: string): Promise<Map<string, string[]>> {
  const { rows } = await db.pool.query<{ team: string; users: string[] }>(
    `select t.id as team, array_agg(m.user_id order by m.created_at) as users
     from team t join team_member m on m.team_id = t.id where t.organization_id = $1 group by t.id`,
    [organizationId],
  )
  return new Map(rows.map(({ team, users }) => [team, users]))
}

/** Whether the organization admits only members with a second factor. False if the organization does not exist. */
export async function requiresSecondFactor(db: Database, organizationId: string): Promise<boolean> {
  const { rows } = await db.pool.query<{ required: boolean }>(
    'select require_two_factor as required from organization where id = $1',
    [organizationId],
  )
  return rows[0]?.required === true
}
