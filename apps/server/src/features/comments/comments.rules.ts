import type { Actor } from '#access/actor.ts'

interface Written {
  authorId: string
  ownerId: string
}

/** Administrators can read the comments on resources of other owners, but not write there. */
export function mayComment(actor: Actor, resource: { ownerId: string }): boolean {
  return resource.ownerId === actor.ownerId
}

/** Only authors change what they wrote. */
export function mayEdit(actor: Actor, comment: Written): boolean {
  return mayComment(actor, comment) && comment.authorId === actor.userPublicId
}

/** Authors delete their comments; administrators, and the owners and admins of the organization, delete any. */
export function mayDelete(actor: Actor, comment: Written): boolean {
  if (mayEdit(actor, comment) || actor.isAdmin) return true
  const { roles } = actor.scope
  return mayComment(actor, comment) && (roles.includes('owner') || roles.includes('admin'))
}
