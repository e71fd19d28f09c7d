import type { StepNetwork } from '@millrace/contracts/worker'
import { asSystem, type Tx } from '@millrace/db/act'
import type { Deps } from '#deps.ts'
import * as store from './step-workers.store.ts'

export type StepWorkers = ReturnType<typeof stepWorkers>

/** Minimum interval between writes to a step's row, however many workers claim the step's jobs. */
const PAUSE_MS = 45_000
/**
 * Interval during which a worker's unchanged claim is not sent to the database again. An idle worker claims every 25 s,
 * so each of its claims is sent.
 */
const PRESENT_MS = 15_000

/** A worker, identified by its API key and name. */
export interface SeenWorker {
  keyId: string | undefined
  name: string
}

/**
 * Records which steps have a worker, for users with waiting jobs, and which workers exist, for administrators. A worker
 * is connected if it claims jobs or sends heartbeats. A check in memory saves most writes.
 */
export function stepWorkers({ db, now }: Pick<Deps, 'db' | 'now'>) {
  const noted = new Map<string, number>()
  /** The last recorded claim of each worker, least recently recorded first. */
  const present = new Map<string, { claim: string; until: number }>()

  function isDue(key: string): boolean {
    return (noted.get(key) ?? 0) + PAUSE_MS <= now().getTime()
  }

  async function notePresence(worker: SeenWorker, claim: store.PresentClaim): Promise<void> {
    const at = now().getTime()
    for (const [name, { until }] of present) {
      if (until > at) break
      present.delete(name)
    }
    const name = nameOf(worker)
    const same = JSON.stringify(claim)
    if (present.get(name)?.claim === same) return
    await asSystem(db, (tx) => store.recordContact(tx, worker, claim))
    present.delete(name)
    present.set(name, { claim: same, until: at + PRESENT_MS })
  }

  async function note(keys: string[], write: (tx: Tx) => Promise<store.SeenStep[]>): Promise<void> {
    for (const key of noted.keys()) if (isDue(key)) noted.delete(key)
    for (const key of keys) noted.set(key, now().getTime())
    await asSystem(db, async (tx) => {
      for (const { id, ownerId, isNew } of await write(tx)) {
        if (isNew) tx.changed({ type: 'ProcessingStep', event: 'Changed', id, ownerId })
      }
    })
  }

  return {
    async recordClaim(worker: SeenWorker, stepIds: string[], stepNetwork: StepNetwork | null = null): Promise<void> {
      await notePresence(worker, { steps: stepIds.length, stepNetwork })
      const due = stepIds.filter((id) => isDue(id))
      if (due.length > 0) await note(due, (tx) => store.recordClaim(tx, due, nameOf(worker), PAUSE_MS))
    },

    /**
     * Records the claim that a worker sends with a completion. `owned` returns which of the steps the worker's owner
     * registered; it is called only if a write is due.
     */
    async recordNextClaim(
      worker: SeenWorker,
      stepIds: string[],
      owned: (stepIds: string[]) => Promise<string[]>,
    ): Promise<void> {
      if (stepIds.some((id) => isDue(id))) await this.recordClaim(worker, await owned(stepIds))
    },

    async recordRun(worker: SeenWorker): Promise<void> {
      const name = nameOf(worker)
      if (!isDue(name)) return
      await note([name], async (tx) => {
        await store.recordContact(tx, worker, null)
        return store.recordRun(tx, name, PAUSE_MS)
      })
    },
  }
}

function nameOf({ keyId = '', name }: SeenWorker): string {
  return `${keyId} ${name}`
}
