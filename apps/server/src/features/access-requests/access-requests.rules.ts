import type { Actor } from '#access/actor.ts'

/** Whether the actor decides on access requests: users for themselves, owners and admins for their organization. */
export function mayDecide({ ownerKind, scope }: Actor): boolean {
  return ownerKind === 'user' || scope.roles.includes('owner') || scope.roles.includes('admin')
}

interface Requested {
  kind: 'Job' | 'WorkData'
  isCopyable: boolean
  userPublicId: string
  name: string
  sharedId: string | null
  sharedName: string | null
}

/**
 * Returns who would get the copy. If the resource is the actor’s own and can be copied to an organization, the copy
 * goes to an organization that both users belong to, if there is one. Otherwise, a copy of work data goes to the
 * requesting user. Undefined if no copy is possible.
 */
export function copyTarget(actor: Actor, request: Requested): { ownerId: string; name: string } | undefined {
  const { kind, isCopyable, sharedId, sharedName } = request
  if (actor.ownerKind === 'user' && isCopyable && sharedId !== null) {
    return { ownerId: sharedId, name: sharedName ?? '' }
  }
  return kind === 'WorkData' ? { ownerId: request.userPublicId, name: request.name } : undefined
}
