import { isTerminal } from '@millrace/contracts/job-states'
import { asSystem } from '@millrace/db/act'
import type { JobRow } from '@millrace/db/schema/jobs'
import type { Actor } from '#access/actor.ts'
import { EVERY_OWNER } from '#access/scope.ts'
import type { Deps } from '#deps.ts'
import { endJob } from './job-ends.service.ts'
import { lock, unfinishedBefore } from './jobs.store.ts'

export type BulkEndingService = ReturnType<typeof bulkEndingService>

const BATCH = 100

/** Ends jobs of all owners, for administrators. The route checks the role. */
export function bulkEndingService({ db, log }: Pick<Deps, 'db' | 'log'>) {
  return {
    async endBefore(actor: Pick<Actor, 'userPublicId'>, time: Date, message: string): Promise<void> {
      for (let found = BATCH; found === BATCH; ) {
        const { ids, ended } = await asSystem(
          db,
          async (tx) => {
            const ids = await unfinishedBefore(tx, time, BATCH)
            const ended: Pick<JobRow, 'id' | 'ownerId'>[] = []
            for (const id of ids.toSorted()) {
              const job = await lock(tx, EVERY_OWNER, id)
              // The job may have been canceled with a parent or dependency earlier in this batch.
              if (!job || isTerminal(job.state)) continue
              await endJob(tx, job, { state: 'Error', reason: message, error: message })
              ended.push(job)
            }
            return { ids, ended }
          },
          actor.userPublicId,
        )
        for (const { id, ownerId: owner } of ended) {
          log.info({ administrator: actor.userPublicId, kind: 'Job', id, owner }, 'an administrator ended an old job')
        }
        found = ids.length
      }
    },
  }
}
