import { setTimeout as sleep } from 'node:timers/promises'
import { Problem } from './problem.ts'

/** The stages at which fault tests can crash, hang, delay or fail the server. */
export const FAILPOINTS = [
  'upload.received_headers',
  'upload.first_byte',
  'upload.mid_stream',
  'upload.before_fsync',
  'upload.after_fsync',
  'upload.after_rename',
  'upload.before_commit',
  'upload.after_commit_before_response',
  'upload.after_response',
  'job.create',
  'job.select_step',
  'job.configure',
  'job.select_input',
  'job.start',
  'job.claim_before_commit',
  'job.claim_after_commit',
  'job.heartbeat',
  'job.output_blob',
  'job.complete_before_commit',
  'job.complete_after_commit',
  'job.notify',
  'workflow.expand_dag',
  'workflow.child_create',
  'workflow.child_done',
  'workflow.fan_in',
  'workflow.final_report',
  'workflow.cancel_propagation',
] as const

export type Failpoint = (typeof FAILPOINTS)[number]
export type ReachFailpoint = (name: Failpoint) => Promise<void> | void

/**
 * Parses `FAILPOINTS`, such as `upload.after_rename=crash` or `job.claim_after_commit=delay(200);job.start=error`.
 * Actions: crash (the process sends itself SIGKILL), hang, delay(ms) and error. An action that ends with `@n` happens
 * only when the failpoint is reached for the nth time. Throws if failpoints are set in production, or if a failpoint is
 * unknown.
 */
export function failpoints(setting: string | undefined, nodeEnv: string): ReachFailpoint {
  if (!setting) return () => {}
  if (nodeEnv === 'production') throw new Error('FAILPOINTS is for fault tests only. Unset it, or set NODE_ENV=test.')
  const actions = new Map(setting.split(';').map((entry) => entry.split('=', 2) as [string, string]))
  for (const name of actions.keys()) {
    if (!(FAILPOINTS as readonly string[]).includes(name)) throw new Error(`Unknown failpoint ${name}.`)
  }
  const reached = new Map<string, number>()
  return async (name) => {
    const [action, nth] = actions.get(name)?.split('@') ?? []
    const times = (reached.get(name) ?? 0) + 1
    reached.set(name, times)
    if (action !== undefined && (nth === undefined || Number(nth) === times)) await perform(action, name)
  }
}

async function perform(action: string, name: string): Promise<void> {
  process.stderr.write(`Failpoint ${name}: ${action}.\n`)
  if (action === 'crash') process.kill(process.pid, 'SIGKILL')
  if (action === 'crash' || action === 'hang') await new Promise(() => {})
  const delay = /^delay\((\d+)\)$/.exec(action)
  if (delay) await sleep(Number(delay[1]))
  else if (action === 'error') throw new Problem('unexpected', `Failpoint ${name}.`)
  else throw new Error(`Unknown failpoint action ${action}.`)
}
