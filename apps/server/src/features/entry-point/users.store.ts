import type { Plan } from '@millrace/contracts/limits'
import type { Database } from '@millrace/db/connect'

interface Row {
  name: string
  role: string | null
  plan: Plan
  grants: string[]
  isColleague: boolean
}

const FIND = `select u.name, u.role, u.plan, array(select grant_id from account_grant where subject_id = u.public_id) as grants,
    exists (select 1 from member m join organization o on o.id = m.organization_id where m.user_id = u.id and o.public_id = $2) as "isColleague"
  from "user" u where u.public_id = $1`

/**
 * Returns a user, the user's grants, and whether the user is a member of the organization. Undefined if there is no
 * such user.
 */
export async function find(db: Database, publicId: string, organizationId: string): Promise<Row | undefined> {
  const { rows } = await db.pool.query<Row>(FIND, [publicId, organizationId])
  return rows[0]
}
