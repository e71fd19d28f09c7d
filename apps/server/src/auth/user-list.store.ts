import { CUSTOM_PLAN } from '@millrace/db/auto-prepare'
import type { Database } from '@millrace/db/connect'
import { containing } from '@millrace/db/like'
import { user } from '@millrace/db/schema/auth'
import { and, asc, count, desc, eq, ilike, ne, or, type SQL, sql } from 'drizzle-orm'
import { lastSeen } from './last-seen.ts'

const FIELDS = { name: user.name, email: user.email, id: user.id, role: user.role, plan: user.plan }
const SEARCHED = { name: [user.name], email: [user.email], nameOrEmail: [user.name, user.email] }
const FLAGS = { emailVerified: user.emailVerified, banned: user.banned }
const SORTS = {
  name: sql`${user.name} collate "natural"`,
  email: user.email,
  role: user.role,
  plan: user.plan,
  createdAt: user.createdAt,
}
const PATTERNS = {
  contains: containing,
  starts_with: (text: string) => containing(text).slice(1),
  ends_with: (text: string) => containing(text).slice(0, -1),
}

export interface UserList {
  search?: { field: keyof typeof SEARCHED; operator: keyof typeof PATTERNS; value: string } | undefined
  filter?: { field: keyof typeof FIELDS | keyof typeof FLAGS; isEqual: boolean; value: string } | undefined
  sortBy: keyof typeof SORTS
  sortDirection: 'asc' | 'desc'
  limit: number
  offset: number
}

/** Returns a page of users and the total number. Equal names are sorted by address, other ties by id. */
export async function listUsers(db: Pick<Database, 'orm' | 'pool'>, { search, filter, ...page }: UserList) {
  const where = and(
    sql`${CUSTOM_PLAN} true`,
    search && or(...SEARCHED[search.field].map((field) => ilike(field, PATTERNS[search.operator](search.value)))),
    filter && condition(filter),
  )
  const order = page.sortDirection === 'desc' ? desc : asc
  const counted = db.orm.select({ total: count() }).from(user).where(where)
  const listed = db.orm
    .select()
    .from(user)
    .where(where)
    .orderBy(order(SORTS[page.sortBy]), order(page.sortBy === 'name' ? user.email : user.id))
    .limit(page.limit)
    .offset(page.offset)
  // Counting takes longest, so the page is read at the same time.
  const [[{ total } = { total: 0 }], users] = await Promise.all([counted, listed.then((rows) => withFacts(db, rows))])
  return { users, total }
}

async function withFacts(db: Pick<Database, 'pool'>, users: (typeof user.$inferSelect)[]) {
  const ids = users.map(({ id }) => id)
  const facts = await shownFacts(db, ids)
  return users.map((account) => ({ account, facts: facts.get(account.id) }))
}

const NAMED_ORGANIZATIONS = 3

interface ShownFacts {
  /** The names of the user's organizations, in alphabetical order. At most `NAMED_ORGANIZATIONS` names. */
  organizations: string[]
  organizationCount: number
  lastSeenAt: Date | null
}

async function shownFacts({ pool }: Pick<Database, 'pool'>, ids: string[]): Promise<Map<string, ShownFacts>> {
  const { rows } = await pool.query<ShownFacts & { id: string }>(
    `select u.id, ${lastSeen('u.id')} as "lastSeenAt",
       (select count(*) from member m where m.user_id = u.id)::int as "organizationCount",
       array(select o.name from member m join organization o on o.id = m.organization_id where m.user_id = u.id
         order by o.name collate "natural", o.id limit ${NAMED_ORGANIZATIONS}) as organizations
     from unnest($1::text[]) as u(id)`,
    [ids],
  )
  return new Map(rows.map(({ id, ...facts }) => [id, facts]))
}

function condition({ field, isEqual, value }: NonNullable<UserList['filter']>): SQL {
  const compare = isEqual ? eq : ne
  if (field === 'emailVerified' || field === 'banned') return compare(FLAGS[field], value === 'true')
  return compare(FIELDS[field], value)
}
