import { isTerminal } from '@millrace/contracts/job-states'
import type { SUSPENSION_TYPES } from '@millrace/contracts/processing-steps'
import { asSystem } from '@millrace/db/act'
import type { Actor } from '#access/actor.ts'
import { EVERY_OWNER } from '#access/scope.ts'
import type { Deps } from '#deps.ts'
import { endJob } from '#features/jobs/job-ends.service.ts'
import { lock, unfinishedBefore } from '../jobs/jobs.store.ts'
import { suspendAll } from '../processing-steps/steps.store.ts'

export type AdminService = ReturnType<typeof adminService>

const BATCH = 100

/** What administrators may do to everybody's things at once. The role is checked by the route. */
export function adminService({ db, log }: Pick<Deps, 'db' | 'log'>) {
  return {
    /** Ends all unfinished jobs that were made before a time, a hundred per transaction. */
    async endJobsBefore(actor: Actor, time: Date, message: string): Promise<void> {
      let ended = 0
      for (let found = BATCH; found === BATCH; ) {
        found = await asSystem(
          db,
          async (tx) => {
            const ids = await unfinishedBefore(tx, time, BATCH)
            for (const id of ids.toSorted()) {
              const job = await lock(tx, EVERY_OWNER, id)
              // A job of this batch ends together with a parent or a dependency that came earlier in it.
              if (job && !isTerminal(job.state))
                await endJob(tx, job, { state: 'Error', reason: message, error: message })
            }
            return ids.length
          },
          actor.userPublicId,
        )
        ended += found
      }
      log.info({ administrator: actor.userPublicId, ended }, 'an administrator ended old jobs')
    },

    /** Suspends the steps that workers run. There are no platform deployments that could be suspended. */
    async suspendAll(actor: Actor, type: (typeof SUSPENSION_TYPES)[number]): Promise<void> {
      if (type === 'Platform') return
      const suspended = await asSystem(
        db,
        async (tx) => {
          const steps = await suspendAll(tx)
          for (const { id, ownerId } of steps) tx.changed({ type: 'ProcessingStep', event: 'Changed', id, ownerId })
          return steps.length
        },
        actor.userPublicId,
      )
      log.info({ administrator: actor.userPublicId, suspended }, 'an administrator suspended all steps')
    },
  }
}
