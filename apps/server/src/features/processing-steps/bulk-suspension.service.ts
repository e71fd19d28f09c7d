import type { SUSPENSION_TYPES } from '@millrace/contracts/processing-steps'
import { asSystem } from '@millrace/db/act'
import type { Actor } from '#access/actor.ts'
import type { Deps } from '#deps.ts'
import { suspendAll } from './steps.store.ts'

export type BulkSuspensionService = ReturnType<typeof bulkSuspensionService>

/** Suspends the steps of all owners. The route checks that the actor is an administrator. */
export function bulkSuspensionService({ db, log }: Pick<Deps, 'db' | 'log'>) {
  return {
    /** No step has the type Platform, because the server deploys no containers. */
    async suspendAll(actor: Pick<Actor, 'userPublicId'>, type: (typeof SUSPENSION_TYPES)[number]): Promise<void> {
      if (type === 'Platform') return
      const suspended = await asSystem(
        db,
        async (tx) => {
          const steps = await suspendAll(tx)
          for (const { id, ownerId } of steps) tx.changed({ type: 'ProcessingStep', event: 'Changed', id, ownerId })
          return steps
        },
        actor.userPublicId,
      )
      for (const { id, ownerId: owner } of suspended) {
        const step = { kind: 'ProcessingStep', id, owner }
        log.info(
          { administrator: actor.userPublicId, ...step },
          'an administrator suspended a step along with all others',
        )
      }
    },
  }
}
