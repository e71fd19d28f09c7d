import { isRefused } from '@millrace/db/faults'
import type { Deps } from '#deps.ts'
import type { WorkflowEngine } from './engine.service.ts'

/** Each execution that is being advanced uses one connection. */
const MAX_PARALLEL_EXECUTIONS = 3
const DUE_MAX = 100
/** An execution ends in Error after this many lasting failures (see `isLasting`), over at least TRIED_MS. */
const TRIES_MAX = 10
const TRIED_MS = 120_000

const BUGS = [TypeError, RangeError, ReferenceError]

export type EngineLoop = ReturnType<typeof engineLoop>

/**
 * Advances executions as soon as they are announced as due. They take turns: after each call of `engine.advance`,
 * waiting executions go first. An execution that keeps failing for a lasting reason ends in Error.
 */
export function engineLoop(
  engine: Pick<WorkflowEngine, 'advance' | 'due' | 'giveUp'>,
  { hub, log, now }: Pick<Deps, 'hub' | 'log' | 'now'>,
) {
  const waiting = new Set<string>()
  const running = new Map<string, Promise<void>>()
  const failures = new Map<string, { count: number; since: number }>()
  let isClosed = false

  const unsubscribe = hub.subscribe(({ e = [], hasGap }) => {
    call(e)
    if (hasGap) void advanceDue()
  })

  function call(ids: string[]): void {
    if (isClosed) return
    for (const id of ids) waiting.add(id)
    runNext()
  }

  function runNext(): void {
    for (const id of waiting) {
      if (running.size >= MAX_PARALLEL_EXECUTIONS) return
      if (running.has(id)) continue
      waiting.delete(id)
      const run = advance(id).finally(() => {
        running.delete(id)
        runNext()
      })
      running.set(id, run)
    }
  }

  async function advance(id: string): Promise<void> {
    try {
      if ((await engine.advance(id)) === 'more' && !isClosed) waiting.add(id)
      failures.delete(id)
    } catch (err) {
      log.error({ err, execution: id }, 'could not advance a workflow execution; retrying later')
      if (isLasting(err)) await countFailure(id)
    }
  }

  async function countFailure(id: string): Promise<void> {
    const at = now().getTime()
    const { count, since } = failures.get(id) ?? { count: 0, since: at }
    failures.set(id, { count: count + 1, since })
    if (count + 1 < TRIES_MAX || at - since < TRIED_MS) return
    failures.delete(id)
    await engine
      .giveUp(id)
      .catch((err) => log.error({ err, execution: id }, 'could not end a workflow execution after repeated failures'))
  }

  /** Advances the oldest due executions, in case a server crashed or an announcement was missed. */
  async function advanceDue(): Promise<void> {
    call(await engine.due(DUE_MAX))
  }

  return {
    advanceDue,
    async close(): Promise<void> {
      isClosed = true
      unsubscribe()
      await Promise.all(running.values())
    },
  }
}

/**
 * Whether a retry would fail in the same way. This is the case for server bugs and for values that the database
 * rejects.
 */
function isLasting(error: unknown): boolean {
  const isBug = BUGS.some((kind) => error instanceof kind && error.cause === undefined)
  return isBug || isRefused(error)
}
