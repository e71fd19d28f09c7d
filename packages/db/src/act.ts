import { setTimeout as sleep } from 'node:timers/promises'
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import type pg from 'pg'
import { type Change, type Changes, newChanges, notifyStatements, type Progress } from './changes.ts'
import type { Database } from './connect.ts'
import { isRetryableConflict, isStale, isUnavailable } from './faults.ts'

const TRIES_MAX = 5
const FIRST_PAUSE_MS = 10

/**
 * Who acts: the owner whose rows are visible, the user recorded in histories, and the impersonating administrator, if any.
 * All are public uuids.
 */
export interface ActingAs {
  ownerId: string
  userPublicId: string
  impersonator?: { publicId: string } | undefined
}

/**
 * A transaction that acts for one actor. Row-level security restricts it to the owner's rows (the system sees all
 * rows). The changes reported to it are announced by NOTIFY when it has committed.
 */
export interface Tx {
  orm: NodePgDatabase
  client: pg.PoolClient
  query<T extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<pg.QueryResult<T>>
  /**
   * Sets whose rows the rest of the transaction sees: one owner's or every owner's. Only for administrators, after
   * their role was checked and the access was logged.
   */
  see(whose: { owner: string } | 'every owner'): Promise<void>
  /** Sets the reason that the history records for the next state changes. */
  because(reason: string): Promise<void>
  changed(change: Change): void
  /** Reports a job's progress. The announcement carries the value, so clients need not read lists again. */
  progressed(progress: Progress): void
  /** Reports messages added to a step's queue. Each one wakes one waiting claim. */
  queued(stepId: string, messages?: number): void
  /**
   * Sends the commit without waiting for this statement, which has been sent; that saves a round trip. If it fails, the
   * database commits nothing, and its error is thrown. It must fail by itself if the work must not be committed.
   */
  last(statement: Promise<unknown>): void
}

/** How long statements of a transaction may take or wait, and whether it may be started again. */
export interface TransactionOptions {
  /** The time limit of each statement, if it is shorter than that of the connection. */
  statementMs?: number
  /** How long a statement may wait for a lock. */
  lockMs?: number
  /** Whether to fail instead of preparing what the work needs, for instance because others wait for this transaction. */
  mayNotPrepare?: boolean
}

/**
 * Thrown by work that first needs something slow, such as an expensive check. The transaction is rolled back and its
 * connection released, so that nobody else waits; then `prepare` runs, and the work starts again. What was prepared is
 * disposed of when the transaction has ended. `prepare` receives the account that acts, which is undefined for the
 * system, and an object that is the same for all preparations of the transaction.
 */
export class NeedsPreparation extends Error {
  readonly prepare: (account?: string, transaction?: object) => Promise<Disposable>

  constructor(prepare: NeedsPreparation['prepare']) {
    super('The transaction needs preparation.')
    this.prepare = prepare
  }

  /** Prepares one after the other, for work that would otherwise start again after each of them. */
  static together(needs: readonly NeedsPreparation[]): NeedsPreparation {
    return new NeedsPreparation(async (account, transaction) => {
      using prepared = new DisposableStack()
      for (const need of needs) prepared.use(await need.prepare(account, transaction))
      return prepared.move()
    })
  }
}

/** Runs `work` in one transaction in which only the actor's own rows exist. */
export function asActor<T>(
  db: Database,
  actor: ActingAs,
  work: (tx: Tx) => Promise<T>,
  options?: TransactionOptions,
): Promise<T> {
  const begin = `begin; ${view(actor.ownerId, 'actor')}; ${actorSettings(actor)}${timeLimits(options)}`
  return transaction(db, { begin, account: actor.userPublicId || actor.ownerId }, work, options)
}

/**
 * Runs `work` in one transaction that sees every row: for sweeps, workers, and administrators whose role was checked.
 */
export function asSystem<T>(
  db: Database,
  work: (tx: Tx) => Promise<T>,
  actorId = '',
  options?: TransactionOptions,
): Promise<T> {
  const begin = `begin; ${view('', 'system')}; ${actorSettings({ userPublicId: actorId })}${timeLimits(options)}`
  return transaction(db, { begin }, work, options)
}

/** Commits without waiting for the disk. After a crash, it may be as if the transaction had not happened. */
export async function commitLater(tx: Tx): Promise<void> {
  await tx.query('set local synchronous_commit = off')
}

/** Statements that set who acts in the rest of the transaction, as histories and the activity log record it. */
export function actorSettings({ userPublicId, impersonator }: Pick<ActingAs, 'userPublicId' | 'impersonator'>): string {
  const actor = `set local millrace.actor = '${uuid(userPublicId)}'`
  return impersonator ? `${actor}; set local millrace.impersonator = '${uuid(impersonator.publicId)}'` : actor
}

function timeLimits({ statementMs, lockMs }: TransactionOptions = {}): string {
  const statement = statementMs === undefined ? '' : `; set local statement_timeout = ${Math.ceil(statementMs)}`
  return lockMs === undefined ? statement : `${statement}; set local lock_timeout = ${Math.ceil(lockMs)}`
}

function view(ownerId: string, role: 'actor' | 'system'): string {
  return `set local millrace.owner = '${uuid(ownerId)}'; set local millrace.role = '${role}'`
}

/** These values are interpolated into the statement, so only a uuid or an empty string may pass. */
function uuid(value: string): string {
  if (value === '' || /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(value)) return value
  throw new Error('An actor id must be a uuid.')
}

interface Start {
  /** The first statement. */
  begin: string
  /** Undefined for the system, which takes no owner's turn. */
  account?: string
}

/**
 * Retries a transaction that was aborted by a retryable conflict and so had no effect. The pause is random and its
 * range doubles each time, because transactions that restart at the same moment would collide again.
 */
async function transaction<T>(
  db: Database,
  start: Start,
  work: (tx: Tx) => Promise<T>,
  { mayNotPrepare = false }: TransactionOptions = {},
): Promise<T> {
  using prepared = new DisposableStack()
  for (let tries = 1; ; tries++) {
    try {
      return await transactOnce(db, start, work)
    } catch (error) {
      if (error instanceof NeedsPreparation && !mayNotPrepare && tries < TRIES_MAX) {
        prepared.use(await error.prepare(start.account, prepared))
        continue
      }
      const isConflict = isRetryableConflict(error)
      if (tries >= TRIES_MAX || !(isConflict || isStale(error))) throw error
      if (isConflict) await sleep(db.random() * FIRST_PAUSE_MS * 2 ** tries)
    }
  }
}

async function transactOnce<T>(db: Database, { begin, account }: Start, work: (tx: Tx) => Promise<T>): Promise<T> {
  using turn = new DisposableStack()
  if (account !== undefined) turn.use(await db.shares(account))
  const client = await db.pool.connect()
  let broken: Error | undefined
  const lasts: Promise<unknown>[] = []
  try {
    const changes = newChanges()
    const result = await beginWith(client, begin, () => work(txOver(client, changes, lasts)))
    await Promise.all([...lasts, commit(client, notifyStatements(changes))])
    return result
  } catch (error) {
    const first = await firstFailure(lasts, error)
    broken = await rollBack(client, first)
    throw first
  } finally {
    client.release(broken)
  }
}

/**
 * Commits, then announces the changes in a transaction of their own, in the same message. NOTIFY keeps out all other
 * transactions that announce something until its own has ended, and one that changed rows has to wait for the disk. After
 * a crash of the database in between, every listener has lost its connection, and clients read everything again. If a
 * statement failed, so does the first one here, and the rest of the message is not run.
 */
async function commit(client: pg.PoolClient, announcements: string): Promise<void> {
  await client.query(announcements ? `select; commit; ${announcements}` : 'commit')
}

/** The error of a statement that nobody waited for, because it made all later statements fail. */
async function firstFailure(lasts: Promise<unknown>[], error: unknown): Promise<unknown> {
  const failed = (await Promise.allSettled(lasts)).find(({ status }) => status === 'rejected')
  return failed?.status === 'rejected' ? failed.reason : error
}

/**
 * Sends the first statement of `work` without waiting for the reply to `begin`, which saves a round trip. If `begin`
 * fails, PostgreSQL refuses the statements after it, and its error is the one that is thrown.
 */
async function beginWith<T>(client: pg.PoolClient, begin: string, work: () => Promise<T>): Promise<T> {
  const begun = client.query(begin)
  begun.catch(() => {})
  try {
    return await work()
  } finally {
    await begun
  }
}

/** Returns an error if the connection cannot be reused. Closing it also rolls back. */
async function rollBack(client: pg.PoolClient, after: unknown): Promise<Error | undefined> {
  if (isStale(after) || (isUnavailable(after) && !isRetryableConflict(after))) return after as Error
  return client.query('rollback').then(
    () => undefined,
    (cause: Error) => cause,
  )
}

function txOver(client: pg.PoolClient, changes: Changes, lasts: Promise<unknown>[]): Tx {
  return {
    client,
    orm: ormOver(client),
    query: (text, values) => client.query(text, values),
    async see(whose) {
      await client.query(whose === 'every owner' ? view('', 'system') : view(whose.owner, 'actor'))
    },
    async because(reason) {
      await client.query(`select set_config('millrace.reason', $1, true)`, [reason])
    },
    changed: (change) => {
      changes.rows.push(change)
    },
    progressed: (progress) => {
      changes.progress.push(progress)
    },
    queued: (stepId, messages = 1) => {
      changes.queues.set(stepId, (changes.queues.get(stepId) ?? 0) + messages)
    },
    last: (statement) => {
      statement.catch(() => {})
      lasts.push(statement)
    },
  }
}

const orms = new WeakMap<pg.PoolClient, NodePgDatabase>()

function ormOver(client: pg.PoolClient): NodePgDatabase {
  const made = orms.get(client) ?? drizzle({ client })
  orms.set(client, made)
  return made
}
