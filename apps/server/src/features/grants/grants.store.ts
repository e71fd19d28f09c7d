import type { GivenGrant, HeldGrant } from '@millrace/contracts/administration'
import type { Tx } from '@millrace/db/act'

const GIVEN = `g.id, g.grant_id as "grantId", g.created_at as "createdAt", by_user.name as "createdByName"`
const AUTHOR = `left join "user" by_user on by_user.public_id = g.created_by`

interface Row extends Omit<GivenGrant, 'createdAt'> {
  [column: string]: unknown
  createdAt: Date
}

/** Returns the grants of a user or an organization, by its public id. */
export async function grantsOf(tx: Tx, subjectId: string): Promise<GivenGrant[]> {
  const { rows } = await tx.query<Row>(
    `select ${GIVEN} from account_grant g ${AUTHOR} where g.subject_id = $1 order by g.grant_id`,
    [subjectId],
  )
  return rows.map((row) => ({ ...row, createdAt: row.createdAt.toISOString() }))
}

/** Adds a grant. Returns false if the holder already has the grant. */
export async function add(
  tx: Tx,
  grant: { id: string; subjectId: string; grantId: string; createdBy: string },
): Promise<boolean> {
  const { rowCount } = await tx.query(
    `insert into account_grant (id, subject_id, grant_id, created_by) values ($1, $2, $3, $4)
     on conflict (subject_id, grant_id) do nothing`,
    [grant.id, grant.subjectId, grant.grantId, grant.createdBy],
  )
  return rowCount === 1
}

/** Removes a grant. Returns false if the holder has no such grant. */
export async function remove(tx: Tx, subjectId: string, id: string): Promise<boolean> {
  const { rowCount } = await tx.query('delete from account_grant where subject_id = $1 and id = $2', [subjectId, id])
  return rowCount === 1
}

export async function allGrants(tx: Tx, limit: number): Promise<HeldGrant[]> {
  const { rows } = await tx.query<
    Row & { kind: 'user' | 'organization'; holderId: string; name: string; email: string }
  >(
    `select ${GIVEN}, case when u.id is null then 'organization' else 'user' end as kind,
       coalesce(u.id, o.id) as "holderId", coalesce(u.name, o.name) as name, u.email
     from account_grant g ${AUTHOR}
       left join "user" u on u.public_id = g.subject_id left join organization o on o.public_id = g.subject_id
     where coalesce(u.id, o.id) is not null
     order by g.grant_id, coalesce(u.name, o.name) collate "natural", g.id limit $1`,
    [limit],
  )
  return rows.map(({ kind, holderId, name, email, createdAt, ...grant }) => ({
    ...grant,
    createdAt: createdAt.toISOString(),
    holder: { kind, id: holderId, name, ...(email !== null && { email }) },
  }))
}
