import { type Database, openDatabase } from '@millrace/db/connect'
import { queueOf } from '@millrace/db/job-messages'
import { PgBoss } from 'pg-boss'

export type Queue = PgBoss

const OWN_CONNECTIONS = 2
/**
 * How often pg-boss deletes finished messages. With 3,000 queues and 300,000 waiting messages, a round takes 0.3 s, while
 * pg-boss's counting of messages takes 0.7 s every minute.
 */
const DELETION_SECONDS = 300
const SIXTY_YEARS = 1_892_160_000

/**
 * Starts pg-boss in the application's database. pg-boss has its own two connections, so its maintenance never waits
 * for an application connection.
 */
export async function startQueue(db: Database, options: { onError: (error: Error) => void }): Promise<Queue> {
  const own = openDatabase(db.url, { max: OWN_CONNECTIONS })
  const queue = new PgBoss({
    db: { executeSql: (text, values) => own.pool.query(text, values) },
    schema: 'pgboss',
    schedule: false,
    supervise: true,
    maintenanceIntervalSeconds: DELETION_SECONDS,
    monitorVacuum: false,
  })
  queue.on('error', options.onError)
  queue.once('stopped', () => void own.close())
  await queue.start()
  return queue
}

/** Creates the queue of a step version unless it exists. The long retention keeps the messages of waiting jobs. */
export async function ensureQueue(queue: Queue, stepId: string): Promise<void> {
  await queue.createQueue(queueOf(stepId), { retentionSeconds: SIXTY_YEARS, retryLimit: 0 })
}

export async function dropQueue(queue: Queue, stepId: string): Promise<void> {
  await queue.deleteQueue(queueOf(stepId))
}
