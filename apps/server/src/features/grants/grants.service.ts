import type { GivenGrant, HeldGrant } from '@millrace/contracts/administration'
import type { Tx } from '@millrace/db/act'
import { notFound, Problem } from '#problem.ts'
import * as store from './grants.store.ts'

const LISTED_MAX = 5000

/** Returns the grants that administrators gave a user or organization. */
export const grantsOf = (tx: Tx, subjectId: string): Promise<GivenGrant[]> => store.grantsOf(tx, subjectId)

/** Returns all grants with their holders, up to `LISTED_MAX`. */
export const allGrants = (tx: Tx): Promise<HeldGrant[]> => store.allGrants(tx, LISTED_MAX)

/** Adds a grant and returns it. Throws `already-exists` if the user or organization already has the grant. */
export async function add(
  tx: Tx,
  grant: { id: string; subjectId: string; grantId: string; createdBy: string },
): Promise<GivenGrant> {
  if (!(await store.add(tx, grant))) throw new Problem('already-exists', `${grant.grantId} was already granted.`)
  const added = (await store.grantsOf(tx, grant.subjectId)).find(({ id }) => id === grant.id)
  if (!added) throw notFound()
  return added
}

/** Revokes a grant. Throws `not-found` unless the grant belongs to this user or organization. */
export async function remove(tx: Tx, subjectId: string, id: string): Promise<void> {
  if (!(await store.remove(tx, subjectId, id))) throw notFound()
}
