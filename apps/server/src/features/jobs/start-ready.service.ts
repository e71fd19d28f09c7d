import type { Tx } from '@millrace/db/act'
import { Problem } from '#problem.ts'
import { whatIsMissing } from './job-setup.service.ts'
import type { JobRow } from './jobs.store.ts'

/** Starts a job that the workflow engine runs. */
export type StartExecution = (tx: Tx, job: JobRow, reuse?: Reuse) => Promise<unknown>

/** Whether an execution reuses finished runs, and whether it verifies an earlier execution. */
export interface Reuse {
  reuses: boolean
  verifies: boolean
  /** The parameters of all jobs of the sweep. */
  cells?: readonly unknown[]
}

/**
 * Starts a job that has just been set up, if the workflow engine runs it. If workers run it, it is already queued, so
 * nothing is done. Throws a Problem if the setup is incomplete.
 */
export async function startReady(tx: Tx, startExecution: StartExecution, job: JobRow, reuse?: Reuse): Promise<void> {
  if (job.state === 'Pending') return
  if (job.state !== 'ReadyForProcessing') throw notReady(await whatIsMissing(tx, job))
  await startExecution(tx, job, reuse)
}

function notReady(why: string): Problem {
  return new Problem('invalid-parameters', `The job can’t start. ${why}`, { faults: [{ pointer: '', message: why }] })
}
