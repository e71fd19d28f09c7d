import { setTimeout as sleep } from 'node:timers/promises'
import { isTerminal } from '@millrace/contracts/job-states'
import { asSystem, type Tx } from '@millrace/db/act'
import { INLINE_RUNS_MAX } from '@millrace/db/execution-queue'
import type { ClaimedJob, ClaimOptions } from '@millrace/dispatch/claim'
import { wakeQueuesOf } from '@millrace/dispatch/running-limit'
import type { Deps } from '#deps.ts'
import { endJob } from '#features/jobs/job-ends.service.ts'
import { Problem } from '#problem.ts'
import * as store from './executions.store.ts'
import { applyExpansion, type Expansion, expandNodes, planFewRuns, readyNodes } from './expansion.service.ts'
import { finishExecution, ReportRefused } from './finish-execution.service.ts'
import { createRuns, failLostRuns, isForWorkers, runsToRepeat } from './node-runs.store.ts'
import type { StartExecution } from './start-execution.service.ts'
import { originInside } from './verification.service.ts'
import { planCache, type WorkflowPlan } from './workflow-plan.ts'

/*
 * Advances executions after runs have ended: creates the runs of nodes that became Ready, repeats failed runs, and ends
 * executions. Each call of `advance` does a bounded amount of work, on any server. While a server holds the lock on the
 * execution’s job, no other server advances the execution, and no request cancels it.
 *
 * If only a few runs follow, they are created in the transaction that completes the preceding runs (`followRuns`).
 * Everything else happens in separate transactions, for which workers don’t have to wait.
 */

const MAX_RETRIES_PER_TRANSACTION = 500
const PROGRESS_STEP = 0.05
const GIVEN_UP = 'An internal error stopped this workflow. Ask an administrator to check the server log.'
/** Maximum duration of parameter checks that are not followed by a pause. */
const UNNOTICED_MS = 5
/**
 * A check is followed by a pause of this many times its duration. Even if three executions, the limit of
 * engine-loop.ts, do nothing but check parameters at the same time, more than half of the time is left for other users.
 */
const PAUSE_FACTOR = 6

/** Whether the execution may have more to do. */
export type Advance = 'more' | 'done'

interface Running extends store.DeferredExecution {
  plan: WorkflowPlan
}

/** Whether the execution may have more to do, and how long checks of its parameters blocked the event loop. */
interface Checked {
  next: Advance
  ownerId: string
  checkedMs: number
}

type EngineDeps = Pick<Deps, 'db' | 'storage' | 'newId' | 'now' | 'log' | 'reach' | 'lanes'> & {
  startExecution: StartExecution
}

export type WorkflowEngine = ReturnType<typeof workflowEngine>

export function workflowEngine(deps: EngineDeps) {
  const { db, newId, reach } = deps
  const cached = planCache()
  const planOf = (tx: Tx, id: string) => cached(id, () => store.find(tx, id))

  return {
    due: (limit: number) => asSystem(db, (tx) => store.due(tx, limit)),

    /** Completes runs of an execution by calling `end`. Returns what `followRuns` needs, if it has to be called. */
    async endRuns(tx: Tx, id: string, end: () => Promise<unknown>): Promise<store.DeferredExecution | undefined> {
      // These statements are sent in this order, without waiting for replies in between.
      const [, , deferred] = await Promise.all([store.deferEnqueuing(tx), end(), store.takeDeferred(tx, id)])
      return deferred
    },

    /**
     * Creates the runs that follow completed runs, if there are only a few of them and the execution has nothing else
     * to do. Otherwise, queues the execution, so that the engine advances it after the commit. The statements that
     * create the runs or queue the execution are sent together with those of `last`.
     *
     * If only one run follows and it may be leased to the `taker`, `last` is not called. The statement that creates the
     * run is then the last one, so the commit is sent without waiting for that statement's reply. After the commit,
     * `leased` returns the leased run, or undefined if the run was queued.
     */
    async followRuns<T>(
      tx: Tx,
      deferred: store.DeferredExecution,
      { taker, last }: { taker?: ClaimOptions | undefined; last(): Promise<T> },
    ): Promise<{ done: T } | { leased(): Promise<ClaimedJob | undefined> }> {
      const { id } = deferred.job
      const plan = await planOf(tx, id)
      await reach('workflow.fan_in')
      const expansion = plan && (await fewRuns(tx, { ...deferred, plan }))
      if (expansion && taker && canBeLeasedDirectly(expansion, taker)) {
        const leased = createFewRuns(tx, { ...deferred, plan }, expansion, taker)
        tx.commitAfter(leased)
        await reach('workflow.child_create')
        return { leased: () => leased }
      }
      const create = expansion ? createFewRuns(tx, { ...deferred, plan }, expansion) : store.enqueueExecution(tx, id)
      const [, done] = await Promise.all([create, last()])
      if (expansion) await reach('workflow.child_create')
      return { done }
    },

    async advance(id: string): Promise<Advance> {
      await using reports = new AsyncDisposableStack()
      try {
        const outcome = await asSystem(db, (tx) => advanceIn(tx, id, reports))
        if (typeof outcome === 'string') return outcome
        await pauseAfterChecks(outcome)
        return outcome.next
      } catch (error) {
        if (!(error instanceof ReportRefused)) throw error
        await endRunning(id, `The report could not be stored. ${error.message}`)
        return 'done'
      }
    },

    giveUp: (id: string) => endRunning(id, GIVEN_UP),
  }

  /** Pauses after long checks, so that the event loop is free for other owners. */
  async function pauseAfterChecks({ ownerId, checkedMs }: Checked): Promise<void> {
    if (checkedMs > UNNOTICED_MS && deps.lanes.foreground.isShared(ownerId)) await sleep(checkedMs * PAUSE_FACTOR)
  }

  async function advanceIn(tx: Tx, id: string, reports: AsyncDisposableStack): Promise<Advance | Checked> {
    // These statements are sent without waiting for replies. The first one takes the lock, so the others see all
    // earlier commits.
    const [job, status, ready] = await Promise.all([
      store.takeDue(tx, id),
      store.executionStatus(tx, id),
      readyNodes(tx, id),
    ])
    if (!job) return 'done'
    await reach('workflow.fan_in')
    if (job.state === 'ReadyForProcessing') return startWaiting(tx, job)
    if (job.state !== 'Processing') {
      if (isTerminal(job.state)) await store.cancelNodes(tx, id)
      return 'done'
    }
    const plan = await planOf(tx, id)
    if (!plan) throw new Error(`Execution ${id} has no definition.`)
    if (status.isFinished && !status.failure) {
      await finishExecution(tx, deps, { plan, job }, reports)
      return 'done'
    }
    return advanceRunning(tx, { job, plan, status, ready })
  }

  async function advanceRunning(
    tx: Tx,
    { job, plan, status, ready }: Pick<Running, 'plan' | 'status' | 'ready'> & { job: store.JobRow },
  ): Promise<Advance | Checked> {
    const { failure, hasRepeats } = status
    if (failure) {
      await endInError(tx, job, `“${failure.title}” failed: ${failure.cause}`)
      return 'more'
    }
    if (hasRepeats) await repeatFailed(tx, plan)
    const progress = progressToShow({ job, plan, status })
    const { checkedMs, ...expanded } = await expandNodes(tx, plan, ready, { newId, progress })
    const isPartial = expanded.isPartial || hasRepeats
    if (isPartial) await store.enqueueAgain(tx, job)
    if (hasRepeats || ready.length > 0) await reach('workflow.child_create')
    return { next: isPartial ? 'more' : 'done', ownerId: job.ownerId, checkedMs }
  }

  async function fewRuns(tx: Tx, { plan, status, ready, steps }: Running): Promise<Expansion | undefined> {
    const { failure, hasRepeats, isFinished } = status
    if (failure || hasRepeats || isFinished) return undefined
    return planFewRuns(tx, plan, { ready, newId, known: steps, few: INLINE_RUNS_MAX })
  }

  async function createFewRuns(
    tx: Tx,
    running: Running,
    expansion: Expansion,
    taker?: ClaimOptions,
  ): Promise<ClaimedJob | undefined> {
    return applyExpansion(tx, running.plan.execution, expansion, { progress: progressToShow(running), taker })
  }

  /**
   * Returns the progress to save, if any. Changes smaller than `PROGRESS_STEP` are not saved, because each update
   * rewrites the job's row. The document of the execution computes the exact progress.
   */
  function progressToShow({ job, plan, status }: Pick<Running, 'job' | 'plan' | 'status'>): number | undefined {
    if (status.unfinished === null) return undefined
    const value = 1 - status.unfinished / plan.definition.nodes.length
    return value >= (job.progress ?? 0) + PROGRESS_STEP ? value : undefined
  }

  /** Starts a workflow that waited for its input: a nested workflow, or a definition that another job produced. */
  async function startWaiting(tx: Tx, job: store.JobRow): Promise<Advance | Checked> {
    if (!job.startWhenFed) return 'done'
    try {
      const { checkedMs } = await deps.startExecution(tx, job, await originInside(tx, job))
      return { next: 'more', ownerId: job.ownerId, checkedMs }
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      await endInError(tx, job, error.message)
      return 'more'
    }
  }

  async function repeatFailed(tx: Tx, { execution }: WorkflowPlan): Promise<void> {
    const again = await runsToRepeat(tx, execution.jobId, MAX_RETRIES_PER_TRANSACTION)
    await failLostRuns(tx, execution.jobId)
    const repeated = again.map(({ ended, ...run }) => ({ ...run, id: newId() }))
    await createRuns(tx, { executionId: execution.jobId, ownerId: execution.ownerId }, { runs: repeated })
  }

  async function endRunning(id: string, message: string): Promise<void> {
    await asSystem(db, async (tx) => {
      const job = await store.takeDue(tx, id)
      if (job && !isTerminal(job.state)) await endInError(tx, job, message)
    })
  }
}

function canBeLeasedDirectly({ created }: Expansion, { stepIds }: ClaimOptions): boolean {
  const [only] = created
  return created.length === 1 && only !== undefined && isForWorkers(only.run) && stepIds.includes(only.run.stepId)
}

async function endInError(tx: Tx, job: store.JobRow, message: string): Promise<void> {
  await endJob(tx, job, { state: 'Error', reason: message, error: message })
  await wakeQueuesOf(tx, [job.ownerId])
}
