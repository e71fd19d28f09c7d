import { asActor } from '@millrace/db/act'
import type { Actor } from '#access/actor.ts'
import type { Deps } from '#deps.ts'
import { usage } from '#features/owners/owners.service.ts'
import { notFound } from '#problem.ts'
import { grantsOf } from '../grants/grants.rules.ts'
import * as store from './users.store.ts'

/** The content of a User document. */
export type Person = Pick<Actor, 'userPublicId' | 'name' | 'grants'>

/**
 * Reads the users to whom documents link. Administrators see every user with the user's grants, and members of the
 * active organization see each other's names. For anyone else, the user is not found.
 */
export function userService({ db }: Pick<Deps, 'db'>) {
  return {
    async find(actor: Actor, publicId: string): Promise<Person> {
      const row = await store.find(db, publicId, actor.ownerId)
      if (!row || !(actor.isAdmin || row.isColleague)) throw notFound()
      return { userPublicId: publicId, name: row.name, grants: actor.isAdmin ? grantsOf(row) : [] }
    },

    usage: (actor: Actor) => asActor(db, actor, (tx) => usage(tx, actor.ownerId)),
  }
}
