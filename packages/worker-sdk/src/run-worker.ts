import { hostname } from 'node:os'
import { serveSteps } from './child/serve-steps.ts'
import { claimJobs } from './claim-loop.ts'
import { connectionNotes } from './connection-notes.ts'
import type { Step } from './define-step.ts'
import { type Gateway, openGateway } from './gateway/gateway.ts'
import { GatewayError } from './gateway/gateway-error.ts'
import { untilAnswered } from './gateway/retry.ts'
import { runJob } from './job/run-job.ts'
import { processPool } from './process/process-pool.ts'
import { STEP_PROCESS_MARK } from './process/step-process.ts'
import { manifestOf } from './step-manifest.ts'
import { makeWorkFolder } from './work-folder.ts'

/**
 * How a worker reaches its server and how much it does at once.
 *
 * @example
 * const options: WorkerOptions = { steps: [headTable], url: 'http://127.0.0.1:3000', concurrency: 2 }
 */
export interface WorkerOptions {
  steps: readonly Step[]
  /** Address of the server. Without it, MILLRACE_URL. */
  url?: string
  /** An API key that may register steps. Without it, MILLRACE_API_KEY. */
  apiKey?: string
  /** Shown in lists and logs. Without it, the computer's name. */
  name?: string
  /** How many jobs run at the same time, each in a process of its own; 1 unless told. */
  concurrency?: number
  /** Ends the worker: it claims no more and gives running steps `graceMs` to end. */
  signal?: AbortSignal
  /** How long running steps may go on after `signal`; then their jobs go back to the queue. 20 s unless told. */
  graceMs?: number
  /** The file the steps' processes run; it has to call `runWorker` too. Without it, the file this program started with. */
  entry?: string
  /** Told what a person running the worker wants to know, line by line. Printed unless told otherwise. */
  report?(line: string): void
}

/**
 * Registers the steps and works until the signal aborts; resolves when everything is settled. Throws when the server
 * refuses the key or the steps. The same call serves as the entry of the steps' processes: a program that calls it runs
 * once as the worker and once per process, so what stands before the call runs in each of them.
 *
 * @example
 * const stop = new AbortController()
 * process.once('SIGTERM', () => stop.abort())
 * await runWorker({ steps: [headTable], concurrency: 2, signal: stop.signal })
 */
export async function runWorker(options: WorkerOptions): Promise<void> {
  if (process.env[STEP_PROCESS_MARK] && process.send) return serveSteps(options.steps)
  const settings = settingsOf(options)
  const gateway = openGateway(settings.url, settings.apiKey)
  const notes = connectionNotes(settings)
  const folder = makeWorkFolder()
  const pool = processPool({ entry: settings.entry, cwd: folder.path, size: settings.concurrency })
  const shutdown = new AbortController()
  const onStop = () => setTimeout(() => shutdown.abort(), settings.graceMs).unref()
  settings.signal.addEventListener('abort', onStop)
  try {
    const stepIds = await register(gateway, settings, notes)
    const { concurrency, name, steps } = settings
    const offered = steps.length === 1 ? '1 step' : `${steps.length} steps`
    notes.say(`Worker ${name} is ready: ${offered}, ${concurrency} at once, server ${settings.url}`)
    const tools = { gateway, pool, folder: folder.path, shutdown: shutdown.signal }
    const run = (lease: Parameters<typeof runJob>[0]) => runJob(lease, tools)
    await claimJobs(gateway, { ...settings, worker: name, stepIds, run, onFault: notes.fault, onAnswer: notes.answer })
  } catch (error) {
    if (!settings.signal.aborted) throw refusal(error)
  } finally {
    settings.signal.removeEventListener('abort', onStop)
    shutdown.abort()
    pool.close()
    gateway.close()
    folder.remove()
  }
}

type Settings = ReturnType<typeof settingsOf>

function settingsOf(options: WorkerOptions) {
  const url = options.url ?? process.env.MILLRACE_URL
  const apiKey = options.apiKey ?? process.env.MILLRACE_API_KEY
  const entry = options.entry ?? process.argv[1]
  if (!url) throw new Error('A worker needs the address of its server: set MILLRACE_URL.')
  if (!apiKey) throw new Error('A worker needs an API key: set MILLRACE_API_KEY.')
  if (!entry) throw new Error('A worker started without a file needs the option `entry`.')
  const { concurrency = 1, name = hostname(), graceMs = 20_000, signal = new AbortController().signal } = options
  const report = options.report ?? ((line: string) => console.log(line))
  return { url, apiKey, entry, concurrency, name: name.slice(0, 100), graceMs, signal, report, steps: options.steps }
}

async function register(gateway: Gateway, settings: Settings, notes: ReturnType<typeof connectionNotes>) {
  const { signal, steps } = settings
  const manifests = steps.map(manifestOf)
  const reply = await untilAnswered(() => gateway.register(manifests, signal), { signal, onFault: notes.fault })
  notes.answer()
  return reply.steps.map((step) => step.stepId)
}

function refusal(error: unknown): unknown {
  if (!(error instanceof GatewayError)) return error
  if (error.status === 401)
    return new Error('The server does not know this API key. Set MILLRACE_API_KEY to one it gave out.')
  return new Error(`The server refused the worker: ${error.message}`, { cause: error })
}
