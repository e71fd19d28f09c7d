import { asActor, asSystem, type Tx } from '@millrace/db/act'
import type { Actor } from '#access/actor.ts'
import type { Deps } from '#deps.ts'
import { notFound } from '#problem.ts'

/** Whose rows a statement is about; undefined for anybody's, which only a transaction of the system gets to see. */
export type Whose = string | undefined

/**
 * Runs `work` on the actor's own thing. If there is none and the actor is an administrator, runs it on anybody's and
 * logs that. For everybody else a foreign thing stays a missing one. `work` gives undefined when it finds nothing.
 */
export async function onOwnOrForeign<T>(
  { db, log }: Pick<Deps, 'db' | 'log'>,
  actor: Pick<Actor, 'ownerId' | 'userPublicId' | 'isAdmin'>,
  work: (tx: Tx, whose: Whose) => Promise<T | undefined>,
): Promise<T> {
  const own = await asActor(db, actor, (tx) => work(tx, actor.ownerId))
  if (own !== undefined) return own
  const foreign = actor.isAdmin ? await asSystem(db, (tx) => work(tx, undefined), actor.userPublicId) : undefined
  if (foreign === undefined) throw notFound()
  log.info({ administrator: actor.userPublicId }, 'an administrator reached a thing of somebody else')
  return foreign
}
