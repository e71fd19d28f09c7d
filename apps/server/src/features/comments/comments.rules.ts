import type { Actor } from '#access/actor.ts'

interface Written {
  authorId: string
  ownerId: string
}

/** Whether the actor may write comments on a resource. Administrators cannot comment on other owners' resources. */
export function mayComment(actor: Actor, resource: { ownerId: string }): boolean {
  return resource.ownerId === actor.ownerId
}

/** Whether the actor may change a comment. Only the author may. */
export function mayEdit(actor: Actor, comment: Written): boolean {
  return mayComment(actor, comment) && comment.authorId === actor.userPublicId
}

/** Whether the actor may delete a comment: its author, an administrator, or an owner or admin of the organization. */
export function mayDelete(actor: Actor, comment: Written): boolean {
  if (mayEdit(actor, comment) || actor.isAdmin) return true
  const { roles } = actor.scope
  return mayComment(actor, comment) && (roles.includes('owner') || roles.includes('admin'))
}
