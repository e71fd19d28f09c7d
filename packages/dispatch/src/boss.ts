import type { Tx } from '@millrace/db/act'
import { type Database, openDatabase } from '@millrace/db/connect'
import { PgBoss } from 'pg-boss'

/** The queue: pg-boss in the application's own database. */
export type Queue = PgBoss

const OWN_CONNECTIONS = 2
const SIXTY_YEARS = 1_892_160_000

/**
 * Starts pg-boss in the application's database. It looks up what it knows of a queue in the middle of our transactions,
 * on a connection of its own: were it to wait for one of the application's, transactions could wait for each other until
 * none is left. Its own listener stays off: workers are woken by our NOTIFY.
 */
export async function startQueue(db: Database, options: { onError: (error: Error) => void }): Promise<Queue> {
  const own = openDatabase(db.url, { max: OWN_CONNECTIONS })
  const queue = new PgBoss({
    db: { executeSql: (text, values) => own.pool.query(text, values) },
    schema: 'pgboss',
    schedule: false,
    supervise: true,
    monitorVacuum: false,
  })
  queue.on('error', options.onError)
  queue.once('stopped', () => void own.close())
  await queue.start()
  return queue
}

/** The statements of pg-boss inside a transaction of ours. */
export function within(tx: Tx) {
  return { executeSql: (text: string, values?: unknown[]) => tx.client.query(text, values) }
}

export function queueOf(stepId: string): string {
  return `step-${stepId}`
}

/** Makes the queue of a step version; a second call changes nothing. Messages wait as long as their jobs do. */
export async function ensureQueue(queue: Queue, stepId: string): Promise<void> {
  await queue.createQueue(queueOf(stepId), { retentionSeconds: SIXTY_YEARS, retryLimit: 0 })
}

/** Removes the queue of a step that is no more. */
export async function dropQueue(queue: Queue, stepId: string): Promise<void> {
  await queue.deleteQueue(queueOf(stepId))
}
