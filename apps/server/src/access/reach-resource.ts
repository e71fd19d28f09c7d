import { asActor, type Tx } from '@millrace/db/act'
import type { Deps } from '#deps.ts'
import { notFound } from '#problem.ts'
import { ownerAndName, type ResourceKind, recordAccess } from './resource-owners.store.ts'
import type { Reach, Scope } from './scope.ts'

export interface Resource {
  kind: ResourceKind
  id: string
}

/**
 * Runs `work` on a resource in the scope. If `work` returns undefined and the user is an administrator, the transaction
 * switches to the resource's owner and runs `work` again. This access is logged even if `work` then throws, because the
 * error message may name the resource. It isn't logged if the administrator owns the resource, which happens in the
 * context of an organization. Throws `not-found` if there is still no result.
 */
export async function reachResource<T>(
  { db, log }: Pick<Deps, 'db' | 'log'>,
  scope: Scope,
  { kind, id }: Resource,
  work: (tx: Tx, reach: Reach) => Promise<T | undefined>,
): Promise<T> {
  const { owner: ownerId, actsFor: userPublicId, impersonator } = scope
  let owner: string | undefined
  try {
    const found = await asActor(db, { ownerId, userPublicId, impersonator }, async (tx) => {
      const own = await work(tx, scope)
      owner = own === undefined && scope.isAdministrator ? await moveToOwner(tx, scope, { kind, id }) : undefined
      return owner === undefined ? own : work(tx, { owner })
    })
    if (found === undefined) throw notFound()
    return found
  } finally {
    if (owner !== undefined && owner !== userPublicId) {
      const access = { administrator: userPublicId, kind, id, owner }
      log.info(access, 'an administrator accessed a resource of another owner')
    }
  }
}

async function moveToOwner(tx: Tx, { actsFor }: Scope, { kind, id }: Resource): Promise<string | undefined> {
  await tx.showRowsOf('every owner')
  const found = await ownerAndName(tx, kind, id)
  if (found === undefined) return undefined
  if (found.owner !== actsFor) await recordAccess(tx, { kind, id }, found)
  await tx.showRowsOf({ owner: found.owner })
  return found.owner
}
