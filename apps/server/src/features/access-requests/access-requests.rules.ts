import type { Actor } from '#access/actor.ts'

/** Users decide about their own resources; the owners and admins of an organization about those of the organization. */
export function decides({ ownerKind, scope }: Actor): boolean {
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
 * Who gets the copy: for a personal resource, an organization of both; otherwise the asker, if the product can copy
 * the resource to a user. Undefined if there is no way.
 */
export function copyGoesTo(actor: Actor, request: Requested): { ownerId: string; name: string } | undefined {
  const { kind, isCopyable, sharedId, sharedName } = request
  if (actor.ownerKind === 'user' && isCopyable && sharedId !== null) {
    return { ownerId: sharedId, name: sharedName ?? '' }
  }
  return kind === 'WorkData' ? { ownerId: request.userPublicId, name: request.name } : undefined
}
