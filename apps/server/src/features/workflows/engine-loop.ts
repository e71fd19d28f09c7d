import { isRefused } from '@millrace/db/faults'
import type { Deps } from '#deps.ts'
import type { WorkflowEngine } from './engine.service.ts'

/** Executions that one server advances at the same time. Each uses one connection. */
const AT_ONCE = 3
const SWEEP_MAX = 100
/** How often a step of an execution may fail by a fault of the server. The sweep tries again each second. */
const TRIES_MAX = 10

const BUGS = [TypeError, RangeError, ReferenceError]

export type EngineLoop = ReturnType<typeof engineLoop>

/**
 * Advances executions as soon as a transaction announces that they are due. An execution that is announced while it is
 * advanced is advanced again afterwards, so no announcement is lost. Executions take turns: one that needs many steps lets
 * the others that wait go first after each of them. One that a bug of the server keeps from being advanced ends in Error.
 */
export function engineLoop(
  engine: Pick<WorkflowEngine, 'advance' | 'due' | 'giveUp'>,
  { hub, log }: Pick<Deps, 'hub' | 'log'>,
) {
  const waiting = new Set<string>()
  const running = new Map<string, Promise<void>>()
  const failures = new Map<string, number>()
  let isClosed = false

  const unsubscribe = hub.subscribe(({ e = [], hasGap }) => {
    call(e)
    if (hasGap) void sweep()
  })

  function call(ids: string[]): void {
    if (isClosed) return
    for (const id of ids) waiting.add(id)
    runNext()
  }

  function runNext(): void {
    for (const id of waiting) {
      if (running.size >= AT_ONCE) return
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
      log.error({ err, execution: id }, 'a workflow could not be advanced; the sweep will try again')
      if (isLasting(err)) await countFailure(id)
    }
  }

  async function countFailure(id: string): Promise<void> {
    const count = (failures.get(id) ?? 0) + 1
    failures.set(id, count)
    if (count < TRIES_MAX) return
    failures.delete(id)
    await engine.giveUp(id).catch((err) => log.error({ err, execution: id }, 'a workflow could not be ended'))
  }

  /** Finds executions whose server crashed before it advanced them. */
  async function sweep(): Promise<void> {
    call(await engine.due(SWEEP_MAX))
  }

  return {
    sweep,
    async close(): Promise<void> {
      isClosed = true
      unsubscribe()
      await Promise.all(running.values())
    },
  }
}

/** Whether it would happen again and again: a bug of the server, or a statement that the database refuses. */
function isLasting(error: unknown): boolean {
  const isBug = BUGS.some((kind) => error instanceof kind && error.cause === undefined)
  return isBug || isRefused(error)
}
