import type { Plan } from '@millrace/contracts/limits'
import type { Database } from '@millrace/db/connect'
import type { Actor } from '#access/actor.ts'
import type { Deps } from '#deps.ts'
import { notFound } from '#problem.ts'
import { grantsOf } from '../grants/grants.rules.ts'

/** The content of a User document. */
export type Person = Pick<Actor, 'userPublicId' | 'name' | 'grants'>

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
 * Reads the users to whom documents link. Administrators see every user with the user's grants, and members of the
 * active organization see each other's names. Anyone else gets the reply for a missing user.
 */
export function userService({ db }: Pick<Deps, 'db'>) {
  return {
    async find(actor: Actor, publicId: string): Promise<Person> {
      const row = await read(db, publicId, actor.ownerId)
      if (!row || !(actor.isAdmin || row.isColleague)) throw notFound()
      return { userPublicId: publicId, name: row.name, grants: actor.isAdmin ? grantsOf(row) : [] }
    },
  }
}

async function read(db: Database, publicId: string, organizationId: string): Promise<Row | undefined> {
  const { rows } = await db.pool.query<Row>(FIND, [publicId, organizationId])
  return rows[0]
}
