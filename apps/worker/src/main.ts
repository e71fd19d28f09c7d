import { availableParallelism } from 'node:os'
import { runWorker } from '@millrace/worker-sdk'
import { STEP_LIMITS, STEP_MEMORY } from './step-settings.ts'
import { BUILT_IN_STEPS } from './steps.ts'

/** The worker of the built-in steps. Required settings: the server's URL and an API key. */
const stop = new AbortController()
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => stop.abort())

// An empty variable counts as unset.
for (const [name, value] of Object.entries({ ...STEP_MEMORY, ...STEP_LIMITS })) process.env[name] ||= value

/**
 * Maximum number of concurrent jobs of one owner. In total, the worker runs one job more, so an owner's endless queries
 * cannot block everyone else.
 */
const perOwner = Number(process.env.MILLRACE_CONCURRENCY) || availableParallelism()
const concurrency = perOwner + 1
const steps = [...BUILT_IN_STEPS]

/** Leaves the worker time to return jobs: the launcher ends it 10 s after asking it to stop. */
const GRACE_MS = 7000

try {
  const name = process.env.MILLRACE_WORKER_NAME
  await runWorker({ steps, concurrency, perOwner, signal: stop.signal, graceMs: GRACE_MS, name })
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
