import { setTimeout as sleep } from 'node:timers/promises'
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import type pg from 'pg'
import { type Change, type Changes, newChanges, notifyStatements, type Progress } from './changes.ts'
import type { Database } from './connect.ts'
import { isRetryableConflict, isStale, isUnavailable } from './faults.ts'

const TRIES_MAX = 5
const FIRST_PAUSE_MS = 10

/**
 * The actor of a transaction: the owner whose rows are visible, the user recorded in histories, and the impersonating
 * administrator, if any. All ids are public UUIDs.
 */
export interface ActingAs {
  ownerId: string
  userPublicId: string
  impersonator?: { publicId: string } | undefined
}

/**
 * A transaction of one actor. Row-level security restricts it to the owner's rows and public steps; the system sees all
 * rows. Reported changes are announced by NOTIFY after the commit.
 */
export interface Tx {
  orm: NodePgDatabase
  client: pg.PoolClient
  query<T extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<pg.QueryResult<T>>
  /**
   * Determines whose rows are visible in the rest of the transaction: one owner's or every owner's. Only for
   * administrators. The caller must check their role and log the access.
   */
  showRowsOf(whose: { owner: string } | 'every owner'): Promise<void>
  /** Sets the reason that the history records for the state changes that follow. */
  setReason(reason: string): Promise<void>
  changed(change: Change): void
  /** Reports the progress of a job. The announcement contains the value, so clients need not read lists again. */
  progressed(progress: Progress): void
  /** Reports messages added to a step's queue. Each message wakes one waiting claim. */
  queued(stepId: string, messages?: number): void
  /**
   * Marks the last statement, which must already have been sent. The commit is then sent before the reply to that
   * statement arrives, which saves a round trip. If the statement fails, the database commits nothing, and the
   * statement's error is thrown. If the statement succeeds, the transaction is committed, whatever the reply contains.
   */
  commitAfter(statement: Promise<unknown>): void
}

export interface TransactionOptions {
  /** Time limit of each statement. Has no effect if it exceeds the limit of `awaitedReplies`. */
  statementMs?: number
  lockMs?: number
  /** Whether to fail instead of running a preparation. Set this if other requests wait for the transaction. */
  mayNotPrepare?: boolean
}

/**
 * Thrown by work that first needs something slow, such as an expensive check. The transaction is rolled back, and its
 * connection is released for other requests. Then `prepare` runs, and the work is restarted. The object that `prepare`
 * returns is disposed of when the transaction has ended. Parameters of `prepare`: the public id of the acting user (of
 * the owner if no user acts, undefined for the system), and an object that is the same for all preparations of one
 * transaction.
 */
export class NeedsPreparation extends Error {
  readonly prepare: (account?: string, transaction?: object) => Promise<Disposable>

  constructor(prepare: NeedsPreparation['prepare']) {
    super('The transaction needs preparation.')
    this.prepare = prepare
  }

  /** Combines several preparations into one, so the work restarts only once. */
  static together(needs: readonly NeedsPreparation[]): NeedsPreparation {
    return new NeedsPreparation(async (account, transaction) => {
      using prepared = new DisposableStack()
      for (const need of needs) prepared.use(await need.prepare(account, transaction))
      return prepared.move()
    })
  }
}

/** Runs `work` in a transaction that sees only the rows of the actor's owner, and public steps. */
export function asActor<T>(
  db: Database,
  actor: ActingAs,
  work: (tx: Tx) => Promise<T>,
  options?: TransactionOptions,
): Promise<T> {
  const begin = `begin; ${visibilitySettings(actor.ownerId, 'actor')}; ${actorSettings(actor)}${timeLimits(options)}`
  return transaction(db, { begin, account: actor.userPublicId || actor.ownerId }, work, options)
}

/**
 * Runs `work` in a transaction that sees every row. For maintenance, workers, and administrators whose role was
 * checked.
 */
export function asSystem<T>(
  db: Database,
  work: (tx: Tx) => Promise<T>,
  actorId = '',
  options?: TransactionOptions,
): Promise<T> {
  const begin = `begin; ${visibilitySettings('', 'system')}; ${actorSettings({ userPublicId: actorId })}${timeLimits(options)}`
  return transaction(db, { begin }, work, options)
}

/** Makes the transaction commit without waiting for the disk. A crash shortly afterwards may lose the transaction. */
export async function commitLater(tx: Tx): Promise<void> {
  await tx.query('set local synchronous_commit = off')
}

/**
 * Returns statements that set the actor of this transaction, and the impersonator if there is one. Both are recorded in
 * histories and in the activity log.
 */
export function actorSettings({ userPublicId, impersonator }: Pick<ActingAs, 'userPublicId' | 'impersonator'>): string {
  const actor = `set local millrace.actor = '${uuid(userPublicId)}'`
  return impersonator ? `${actor}; set local millrace.impersonator = '${uuid(impersonator.publicId)}'` : actor
}

function timeLimits({ statementMs, lockMs }: TransactionOptions = {}): string {
  const statement = statementMs === undefined ? '' : `; set local statement_timeout = ${Math.ceil(statementMs)}`
  return lockMs === undefined ? statement : `${statement}; set local lock_timeout = ${Math.ceil(lockMs)}`
}

function visibilitySettings(ownerId: string, role: 'actor' | 'system'): string {
  return `set local millrace.owner = '${uuid(ownerId)}'; set local millrace.role = '${role}'`
}

/** Returns the value if it is a UUID or empty. Throws otherwise, because the value becomes part of a statement. */
function uuid(value: string): string {
  if (value === '' || /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(value)) return value
  throw new Error('An actor id must be a uuid.')
}

interface Start {
  begin: string
  /** Undefined for the system, to which no connection limit applies. */
  account?: string
}

/**
 * Runs a transaction, up to `TRIES_MAX` times. The transaction is run again after a retryable conflict, a stale plan or
 * a preparation that it needs. By then, the database has rolled it back completely. The pause after a conflict is
 * random, because transactions that restart at the same moment would collide again. The range of the pause doubles with
 * each retry.
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
  const finalStatements: Promise<unknown>[] = []
  try {
    const changes = newChanges()
    const result = await beginWith(client, begin, () => work(createTx(client, changes, finalStatements)))
    await Promise.all([...finalStatements, commit(client, notifyStatements(changes))])
    return result
  } catch (error) {
    const first = await firstFailure(finalStatements, error)
    broken = await rollBack(client, first)
    throw first
  } finally {
    client.release(broken)
  }
}

/**
 * Commits, and then announces the changes in a separate transaction. Both are sent in one message to the server. In a
 * single transaction, NOTIFY would hold a lock until the commit has reached the disk, and other transactions with
 * announcements would wait for it. A database crash between the commit and the announcements loses nothing: every
 * listener then loses its connection, and clients read everything again. The leading `select` fails if an earlier
 * statement of the transaction failed, so the rest of the message is not run.
 */
async function commit(client: pg.PoolClient, announcements: string): Promise<void> {
  requireCommitted(await client.query(announcements ? `select; commit; ${announcements}` : 'commit'))
}

/**
 * Throws if `reply`, the reply to a `commit`, reports a rollback. If an earlier statement of the transaction failed and
 * the error was ignored, PostgreSQL rolls back and reports no error.
 */
export function requireCommitted({ command }: Pick<pg.QueryResult, 'command'>): void {
  if (command !== 'ROLLBACK') return
  throw new Error('PostgreSQL rolled back the transaction because one of its statements had failed.')
}

/**
 * Returns the error of the first of the final statements that failed, because it caused the errors of all later
 * statements. Returns `error` if none of them failed.
 */
async function firstFailure(finalStatements: Promise<unknown>[], error: unknown): Promise<unknown> {
  const failed = (await Promise.allSettled(finalStatements)).find(({ status }) => status === 'rejected')
  return failed?.status === 'rejected' ? failed.reason : error
}

/**
 * Sends the first statement of `work` without waiting for the reply to `begin`, which saves a round trip. If `begin`
 * fails, PostgreSQL rejects the following statements, and the error of `begin` is thrown.
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

/** Rolls the transaction back, or returns an error if the connection has to be closed instead. */
async function rollBack(client: pg.PoolClient, after: unknown): Promise<Error | undefined> {
  if (isStale(after) || (isUnavailable(after) && !isRetryableConflict(after))) return after as Error
  return client.query('rollback').then(
    () => undefined,
    (cause: Error) => cause,
  )
}

function createTx(client: pg.PoolClient, changes: Changes, finalStatements: Promise<unknown>[]): Tx {
  return {
    client,
    orm: ormOf(client),
    query: (text, values) => client.query(text, values),
    async showRowsOf(whose) {
      await client.query(
        whose === 'every owner' ? visibilitySettings('', 'system') : visibilitySettings(whose.owner, 'actor'),
      )
    },
    async setReason(reason) {
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
    commitAfter: (statement) => {
      statement.catch(() => {})
      finalStatements.push(statement)
    },
  }
}

const orms = new WeakMap<pg.PoolClient, NodePgDatabase>()

function ormOf(client: pg.PoolClient): NodePgDatabase {
  const made = orms.get(client) ?? drizzle({ client })
  orms.set(client, made)
  return made
}
