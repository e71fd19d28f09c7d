import type { ChildProcess } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { forkLimited } from '@millrace/processes/limited-process'
import { NICENESS } from '@millrace/processes/priority'
import { killTree } from '@millrace/processes/process-tree'
import { endOfOutput, type FilePart, type StepMessage, type StepRun, type WorkerMessage } from '../messages.ts'
import { exitMessage, isOutOfHeap } from './exit-message.ts'
import { watchFolder } from './folder-watch.ts'
import { printedLines } from './printed-lines.ts'
import {
  diskLimitMessage,
  memoryLimitMessage,
  processLimitMessage,
  type StepLimits,
  storageLimitMessage,
} from './step-limits.ts'

export const STEP_PROCESS_MARK = 'MILLRACE_STEP_PROCESS'
const GOODBYE_MS = 500
const LAST_LINES = 20

export type StepEnd =
  | (Extract<StepMessage, { type: 'done' }> & { peakMemoryBytes?: number })
  | Extract<StepMessage, { type: 'failed' }>
  | { type: 'stopped' }

/** Requests and messages from a running step. `fetchInput` resolves with the path of the downloaded file. */
export interface RunEvents {
  log(stream: 'out' | 'err', text: string, at?: string): void
  progress(share: number): void
  fetchInput(slot: string, index: number, part?: FilePart): Promise<string>
}

/** A process that runs one step at a time. `gone` resolves when it has exited. */
export interface StepProcess {
  readonly pid: number
  /**
   * Runs one step. When `stop` aborts, tells the step, and half a second later kills the process and its descendants.
   */
  run(run: StepRun, events: RunEvents, stop: AbortSignal): Promise<StepEnd>
  /** Whether the process may run another step. False, for example, if it still uses half of its memory limit. */
  usable(): boolean
  kill(): void
  readonly gone: Promise<void>
}

export interface StepProcessOptions {
  entry: string
  cwd: string
  limits: StepLimits
}

/**
 * Starts a process that waits for steps to run. The process runs the file `entry`, in which `runWorker` detects from
 * the environment that this is a step's process. It leads its own process group and does not receive the API key.
 */
export function forkStepProcess({ entry, cwd, limits }: StepProcessOptions): StepProcess {
  const { MILLRACE_API_KEY: _key, ...env } = process.env
  let excess: string | undefined
  const { child, memory, peakMemory } = forkLimited(entry, {
    memoryBytes: limits.memoryBytes,
    niceness: NICENESS.long,
    processes: limits.processes,
    hasNetwork: limits.hasNetwork,
    onExceeded: (limit) => exceed(limit === 'memory' ? memoryLimitMessage(limits) : processLimitMessage(limits)),
    cwd,
    detached: true,
    env: { ...env, [STEP_PROCESS_MARK]: '1' },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  const pid = child.pid ?? 0
  const out = printedLines(child.stdout)
  const err = printedLines(child.stderr)
  let usable = pid > 0
  let exited = pid === 0
  const gone = new Promise<void>((resolve) => {
    child.on('error', () => pid === 0 && resolve())
    child.once('exit', () => {
      usable = false
      exited = true
      resolve()
    })
  })

  function kill() {
    usable = false
    if (!exited) killTree(pid)
  }

  /**
   * Kills the process because it exceeds a limit. A retry would exceed the limit again, so the job ends with this
   * message.
   */
  function exceed(sentence: string) {
    excess ??= sentence
    kill()
  }

  function watchDisk({ folder, storageBytes }: StepRun, stopped: AbortSignal) {
    void watchFolder(folder, stopped, ({ all, outputs }) => {
      if (storageBytes !== null && outputs > storageBytes) exceed(storageLimitMessage(storageBytes))
      else if (all > limits.diskBytes) exceed(diskLimitMessage(limits))
    })
  }

  function exitOf(lastLines: readonly string[]): StepEnd {
    if (isOutOfHeap(lastLines) && Number.isFinite(limits.memoryBytes)) excess ??= memoryLimitMessage(limits)
    if (excess !== undefined) return { type: 'failed', kind: 'final', message: excess }
    return { type: 'failed', kind: 'retryable', message: exitMessage(child, lastLines) }
  }

  async function stopGently() {
    send(child, { type: 'abort' })
    await Promise.race([gone, sleep(GOODBYE_MS)])
    kill()
    await gone
  }

  function readPrinted(run: StepRun, events: RunEvents, lastLines: string[]) {
    const mark = endOfOutput(run.jobId)
    const outRead = out(mark, (line) => events.log('out', line))
    const errRead = err(mark, (line) => {
      lastLines.splice(0, lastLines.length - LAST_LINES)
      lastLines.push(line)
      events.log('err', line)
    })
    return Promise.all([outRead, errRead])
  }

  async function run(run: StepRun, events: RunEvents, stop: AbortSignal): Promise<StepEnd> {
    const ended = Promise.withResolvers<StepEnd>()
    const settled = new AbortController()
    const lastLines: string[] = []
    const read = readPrinted(run, events, lastLines)
    const onMessage = (message: StepMessage) => {
      if (message.type === 'done' || message.type === 'failed') void read.then(() => ended.resolve(message))
      else forward(child, message, events)
    }
    const onStop = () => void stopGently().then(() => ended.resolve({ type: 'stopped' }))
    const onExit = async () => {
      if (pid > 0) killTree(pid)
      await Promise.race([read, sleep(GOODBYE_MS)])
      ended.resolve(exitOf(lastLines))
    }
    child.on('message', onMessage).once('exit', onExit)
    stop.addEventListener('abort', onStop)
    if (stop.aborted) onStop()
    else if (exited) void onExit()
    else send(child, { type: 'run', run })
    peakMemory()
    watchDisk(run, settled.signal)
    const end = await ended.promise
    settled.abort()
    child.off('message', onMessage).off('exit', onExit)
    stop.removeEventListener('abort', onStop)
    if (end.type === 'failed') kill()
    if (end.type === 'done') return { ...end, peakMemoryBytes: peakMemory() }
    return stop.aborted && end.type === 'failed' ? { type: 'stopped' } : end
  }

  return { pid, run, kill, gone, usable: () => usable && memory() < limits.memoryBytes / 2 }
}

function forward(child: ChildProcess, message: StepMessage, events: RunEvents): void {
  if (message.type === 'log') events.log(message.stream, message.text, message.at)
  else if (message.type === 'progress') events.progress(message.share)
  else if (message.type === 'fetch') void answerFetch(child, message, events)
}

async function answerFetch(
  child: ChildProcess,
  message: StepMessage & { type: 'fetch' },
  events: RunEvents,
): Promise<void> {
  const { request, slot, index, part } = message
  try {
    send(child, { type: 'input', request, path: await events.fetchInput(slot, index, part) })
  } catch (error) {
    send(child, { type: 'no-input', request, message: error instanceof Error ? error.message : String(error) })
  }
}

function send(child: ChildProcess, message: WorkerMessage): void {
  if (child.connected) child.send(message, () => {})
}
