import type { Database } from '@millrace/db/connect'

/** Returns the internal id of the organization with this public id, or undefined if there is none. */
export async function organizationWithPublicId(db: Database, publicId: string): Promise<string | undefined> {
  const { rows } = await db.pool.query<{ id: string }>('select id from organization where public_id = $1', [publicId])
  return rows[0]?.id
}
