import { hostname } from 'node:os'
import { serveSteps } from './child/serve-steps.ts'
import { type ClaimOptions, claimJobs } from './claim-loop.ts'
import { connectionNotes } from './connection-notes.ts'
import type { Step } from './define-step.ts'
import { type Gateway, openGateway } from './gateway/gateway.ts'
import { GatewayError } from './gateway/gateway-error.ts'
import { withRetry } from './gateway/retry.ts'
import { runJob } from './job/run-job.ts'
import { processPool } from './process/process-pool.ts'
import { limitsFrom } from './process/step-limits.ts'
import { stepNetwork } from './process/step-network.ts'
import { STEP_PROCESS_MARK } from './process/step-process.ts'
import { manifestOf } from './step-manifest.ts'
import { makeWorkFolder } from './work-folder.ts'

/**
 * How a worker connects to its server, and how many jobs it runs at a time.
 *
 * @example
 * const options: WorkerOptions = { steps: [headTable], url: 'http://127.0.0.1:3000', concurrency: 2 }
 */
export interface WorkerOptions {
  steps: readonly Step[]
  /** URL of the server. Default: the environment variable MILLRACE_URL. */
  url?: string
  /** An API key that may register steps. Default: the environment variable MILLRACE_API_KEY. */
  apiKey?: string
  /** Name of the worker in lists and logs. Default: the computer's name. */
  name?: string
  /** Number of jobs that run at the same time, each in a separate process. Default: 1. */
  concurrency?: number
  /**
   * Number of jobs of one owner that run at the same time. Set this below `concurrency` if the worker serves several
   * owners, so that no owner can occupy the whole worker. Default: the same as `concurrency`.
   */
  perOwner?: number
  /** Stops the worker when it aborts: the worker stops claiming and gives running steps `graceMs` to finish. */
  signal?: AbortSignal
  /**
   * How long running steps may continue after `signal` aborts. Jobs that are still running then return to the queue.
   * Default: 20 s.
   */
  graceMs?: number
  /** The file that the steps' processes run. This file must also call `runWorker`. Default: the program's main file. */
  entry?: string
  /** Receives status messages for the operator, line by line. Default: prints the messages. */
  report?(line: string): void
}

/**
 * Registers the steps and runs jobs until the signal aborts. Resolves when every job is settled. Throws if the server
 * refuses the key or the steps. The call is also the entry point of the steps' processes: the program runs once as the
 * worker and once in each of these processes, so code before the call runs in all of them.
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
  const { entry, limits, concurrency: size } = settings
  const pool = processPool({ entry, cwd: folder.path, size, limits, report: notes.say })
  const shutdown = new AbortController()
  const onStop = () => setTimeout(() => shutdown.abort(), settings.graceMs).unref()
  settings.signal.addEventListener('abort', onStop)
  try {
    const stepIds = await register(gateway, settings, notes)
    const { concurrency, name, steps } = settings
    const offered = steps.length === 1 ? '1 step' : `${steps.length} steps`
    const jobs = concurrency === 1 ? '1 job' : `${concurrency} jobs`
    notes.say(`Worker ${name} is ready: ${offered}, ${jobs} at a time, server ${settings.url}`)
    const tools = { gateway, pool, folder: folder.path, shutdown: shutdown.signal }
    const run = (...[lease, next]: Parameters<ClaimOptions['run']>) => runJob(lease, { ...tools, next })
    const said = { onFault: notes.fault, onAnswer: notes.answer }
    await claimJobs(gateway, {
      ...settings,
      ...said,
      worker: name,
      stepIds,
      run,
      stepNetwork: () => stepNetwork(limits),
    })
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
  if (!url) throw new Error('Set MILLRACE_URL to the URL of the server.')
  if (!apiKey) throw new Error('Set MILLRACE_API_KEY to a worker key.')
  if (!entry) throw new Error('Set the option `entry`, because the program was started without a file.')
  const { concurrency = 1, name = hostname(), graceMs = 20_000, signal = new AbortController().signal } = options
  const report = options.report ?? ((line: string) => console.log(line))
  const limits = limitsFrom(process.env)
  const { steps, perOwner = concurrency } = options
  return { url, apiKey, entry, limits, concurrency, perOwner, name: name.slice(0, 100), graceMs, signal, report, steps }
}

async function register(gateway: Gateway, settings: Settings, notes: ReturnType<typeof connectionNotes>) {
  const { signal, steps } = settings
  const manifests = steps.map(manifestOf)
  const reply = await withRetry(() => gateway.register(manifests, signal), { signal, onFault: notes.fault })
  notes.answer()
  return reply.steps.map((step) => step.stepId)
}

function refusal(error: unknown): unknown {
  if (!(error instanceof GatewayError)) return error
  if (error.status === 401)
    return new Error('The server does not accept this API key. Set MILLRACE_API_KEY to a valid worker key.')
  return new Error(`The server refused the worker: ${error.message}`, { cause: error })
}
