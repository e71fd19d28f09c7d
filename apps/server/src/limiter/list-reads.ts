import { type ActingAs, asActor, asSystem, type Tx } from '@millrace/db/act'
import { isStatementTimeout } from '@millrace/db/faults'
import { accountOf } from '#access/actor.ts'
import type { Deps } from '#deps.ts'
import { Problem } from '#problem.ts'

/** Time limit of a statement, far below the lease time, so that slow lists put no lease at risk. */
const LIST_STATEMENT_MS = 3000

/**
 * Returns functions that run transactions for lists, within the limits of the lane. A statement that exceeds the time
 * limit is stopped, and the problem `query-too-slow` is thrown.
 */
export function listReads({ db, lanes }: Pick<Deps, 'db' | 'lanes'>) {
  const options = { statementMs: LIST_STATEMENT_MS }
  const inLane = <T>(actor: Omit<ActingAs, 'impersonator'>, read: () => Promise<T>) =>
    lanes.lists
      .run(accountOf(actor), async () => {
        await lanes.foreground.giveWayIfMany(accountOf(actor))
        return read()
      })
      .catch(explained)

  return {
    asActor: <T>(actor: ActingAs, work: (tx: Tx) => Promise<T>) =>
      inLane(actor, () => asActor(db, actor, work, options)),
    /** Reads resources of all owners. The caller must have checked that the actor is an administrator. */
    asSystem: <T>(actor: Omit<ActingAs, 'impersonator'>, work: (tx: Tx) => Promise<T>) =>
      inLane(actor, () => asSystem(db, work, '', options)),
  }
}

function explained(cause: unknown): never {
  if (!isStatementTimeout(cause)) throw cause
  const detail = `The query took longer than ${LIST_STATEMENT_MS / 1000} s and was stopped. Narrow it: use fewer tag conditions, prefer “=” to “contains” and “endswith”, or add a filter such as a state or a step.`
  throw new Problem('query-too-slow', detail, { cause })
}
