import { guardOrphans } from './orphan-guard.ts'
import { recentOwners } from './recent-owners.ts'
import { STEPS_KEEP_NETWORK, stepNetwork } from './step-network.ts'
import { forkStepProcess, type StepProcess, type StepProcessOptions } from './step-process.ts'

const IDLE_MS = 60_000
const FORK_AGAIN_MS = 2_000

interface PoolOptions extends StepProcessOptions {
  size: number
  /** Receives notes for the operator. */
  report?: (line: string) => void
}

/** The processes in which steps run. They are reused for further jobs. */
export interface ProcessPool {
  take(ownerId: string): StepProcess
  put(process: StepProcess, ownerId: string): void
  close(): void
}

/**
 * Keeps processes ready, so jobs need not wait for a process to start. While the worker has capacity, one idle process
 * is kept ready: when it is taken, another is started. Processes that were idle for a minute are stopped, except the
 * last one. A failed job ends its process, so an owner whose jobs keep failing would use up every ready process.
 * Measured on two cores: a query of another owner then took 2 s instead of 0.1 s. Therefore, an owner with failing jobs
 * does not get the last ready process while other owners use the worker.
 */
export function processPool({ report, ...options }: PoolOptions): ProcessPool {
  const guard = guardOrphans()
  const owners = recentOwners()
  const idle: { process: StepProcess; since: number }[] = []
  let taken = 0
  let closed = false
  let warmAgainAt = 0
  let hasWarned = false

  function warnOfNetwork() {
    if (hasWarned || stepNetwork(options.limits) !== 'kept') return
    hasWarned = true
    report?.(STEPS_KEEP_NETWORK)
  }

  function start(): StepProcess {
    warnOfNetwork()
    const began = performance.now()
    const process = forkStepProcess(options)
    guard.watch(process.pid)
    void process.gone.then(() => {
      guard.forget(process.pid)
      if (performance.now() - began < FORK_AGAIN_MS) warmAgainAt = performance.now() + FORK_AGAIN_MS
    })
    return process
  }

  function warmUp() {
    if (closed || idle.length > 0 || taken >= options.size || performance.now() < warmAgainAt) return
    idle.push({ process: start(), since: performance.now() })
  }

  function tidy() {
    const longAgo = performance.now() - IDLE_MS
    while (idle.length > 1 && idle[0] && idle[0].since < longAgo) idle.shift()?.process.kill()
    warmUp()
  }

  const tidying = setInterval(tidy, IDLE_MS / 4)
  tidying.unref()
  warmUp()
  return {
    take(ownerId) {
      taken += 1
      const kept = owners.mustSpare(ownerId) ? 1 : 0
      let found: StepProcess | undefined
      do found = idle.length > kept ? idle.pop()?.process : undefined
      while (found && !found.usable())
      setImmediate(warmUp)
      return found ?? start()
    },
    put(process, ownerId) {
      taken -= 1
      owners.record(ownerId, process.usable())
      if (closed) process.kill()
      else if (process.usable()) idle.push({ process, since: performance.now() })
      else {
        process.kill()
        setImmediate(warmUp)
      }
    },
    close() {
      closed = true
      clearInterval(tidying)
      for (const { process } of idle.splice(0)) process.kill()
      guard.close()
    },
  }
}
