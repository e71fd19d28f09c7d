import type { Plan } from '@millrace/contracts/limits'
import type { Database } from '@millrace/db/connect'

export interface SessionRow {
  id: string
  token: string
  userId: string
  userPublicId: string
  name: string
  role: string | null
  plan: Plan
  mustChangePassword: boolean
  organizationPublicId: string | null
  organizationPlan: Plan | null
  /** The user's roles in the active organization, separated by commas. */
  organizationRole: string | null
  grants: string[]
  /** Public ids of the user's organizations. */
  organizations: string[]
  hasSecondFactor: boolean
  organizationRequiresSecondFactor: boolean
  /** Seconds since the sign-in. */
  age: number
  impersonatedBy: string | null
  impersonatorPublicId: string | null
  impersonatorName: string | null
  expiresAt: Date
}

/**
 * Finds a session and its principal in one statement, because nearly every request runs it. Finds nothing if the
 * session has expired or the user is banned. The active organization is ignored if the user has left it.
 */
const FIND = `select s.id, s.token, u.id as "userId", u.public_id as "userPublicId", u.name, u.role, u.plan,
    s.password_reset_required or u.password_reset_required and s.impersonated_by is null as "mustChangePassword",
    o.public_id as "organizationPublicId", o.plan as "organizationPlan", m.role as "organizationRole",
    u.two_factor_enabled is true as "hasSecondFactor", coalesce(o.require_two_factor, false) as "organizationRequiresSecondFactor",
    extract(epoch from now() - s.created_at)::float8 as age, array(select grant_id from account_grant where subject_id in (u.public_id, o.public_id)) as grants,
    array(select p.public_id::text from member n join organization p on p.id = n.organization_id where n.user_id = u.id) as organizations,
    s.impersonated_by as "impersonatedBy", v.public_id as "impersonatorPublicId", v.name as "impersonatorName", s.expires_at as "expiresAt"
  from session s
  join "user" u on u.id = s.user_id
  left join "user" v on v.id = s.impersonated_by
  left join member m on m.organization_id = s.active_organization_id and m.user_id = u.id
  left join organization o on o.id = m.organization_id
  where s.expires_at > now() and (u.banned is not true or u.ban_expires < now())`

/** Returns the sessions with these tokens, in the order of the tokens. Undefined for tokens without a valid session. */
export async function findSessions(db: Database, tokens: string[]): Promise<(SessionRow | undefined)[]> {
  const query = { name: 'session', text: `${FIND} and s.token = any($1)`, values: [[...new Set(tokens)]] }
  const { rows } = await db.pool.query<SessionRow>(query)
  const found = new Map(rows.map((row) => [row.token, row]))
  return tokens.map((token) => found.get(token))
}

/** Returns the session with this id. Undefined if it has expired or its user is banned. */
export async function findSessionById(db: Database, id: string): Promise<SessionRow | undefined> {
  return (await db.pool.query<SessionRow>(`${FIND} and s.id = $1`, [id])).rows[0]
}
