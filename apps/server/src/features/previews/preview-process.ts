import { forkLimited, type LimitedProcess } from '@millrace/processes/limited-process'
import { NICENESS } from '@millrace/processes/priority'
import type { Logger } from 'pino'
import { Problem } from '#problem.ts'
import { slowTask, TOO_MUCH_MEMORY } from './preview-limits.ts'
import type { PreviewTask, ResultOf, TaskProgress, TaskReply, TaskResults } from './preview-task.ts'

/** The program of a preview process, with its time and memory limits. */
export interface ProcessOptions {
  /** Path of the program: a bundled file or, if the server runs from its source, a source file. */
  entry: string
  /** Time limit of a task. If a task takes longer, its process is killed. */
  limitMs: number
  /** Extended time limit of a task that reads or writes more than `busyBytes` in every interval of `limitMs`. */
  busyLimitMs?: number
  busyBytes?: number
  /** The kinds of tasks that may use the extended limit. Default: all. */
  busyTasks?: readonly PreviewTask['kind'][]
  tooSlow?: (task: PreviewTask, limitMs: number) => string
  /** The message for a task that needs too much memory. */
  tooLarge?: string
  /** Memory limit of the process. If the process needs more, it is killed with its task. */
  memoryBytes: number
  log: Logger
}

interface Running {
  resolve(result: TaskResults[PreviewTask['kind']]): void
  reject(error: unknown): void
}

export type PreviewProcess = ReturnType<typeof previewProcess>

/**
 * Runs one task at a time in a child process, which starts on first use and stays alive. If a task exceeds the time or
 * memory limit, the process is killed. If the process holds too much memory after a task, it is replaced.
 */
export function previewProcess({
  entry,
  limitMs,
  busyLimitMs = limitMs,
  busyBytes = 0,
  busyTasks,
  memoryBytes,
  log,
  tooSlow = slowTask,
  tooLarge = TOO_MUCH_MEMORY,
}: ProcessOptions) {
  const tooMuch = () => new Problem('preview-failed', tooLarge)
  let running: LimitedProcess | undefined
  let current: Running | undefined
  let timer: NodeJS.Timeout | undefined
  let progress: number | undefined
  let lastId = 0

  function settle(then: (done: Running) => void): void {
    clearTimeout(timer)
    const done = current
    current = undefined
    if (done) then(done)
  }

  function end(): void {
    const ended = running?.child
    running = undefined
    ended?.removeAllListeners()
    ended?.kill('SIGKILL')
  }

  function replace(because: Problem): void {
    end()
    settle((done) => done.reject(because))
  }

  function onReply(reply: TaskReply | TaskProgress): void {
    if (reply.id !== lastId) return
    if ('progress' in reply) {
      progress = reply.progress
      return
    }
    if ('unexpected' in reply) log.error({ cause: reply.unexpected }, 'a preview failed unexpectedly')
    if (running && running.memory() > memoryBytes / 2) end()
    settle((done) => ('result' in reply ? done.resolve(reply.result) : done.reject(problemOf(reply))))
  }

  function started(): LimitedProcess {
    if (running) return running
    const limited = forkLimited(entry, {
      memoryBytes,
      niceness: NICENESS.prompt,
      onExceeded: () => limited === running && replace(tooMuch()),
      env: {},
      stdio: 'ignore',
    })
    const { child } = limited
    child.unref()
    child.channel?.unref()
    child.on('message', (reply) => onReply(reply as TaskReply | TaskProgress))
    child.on('error', (error) => log.error({ err: error }, 'the preview process failed'))
    child.on('exit', () => limited === running && replace(tooMuch()))
    running = limited
    return limited
  }

  const transferred = () => running?.transferred() ?? { read: 0, written: 0 }

  /**
   * Ends a task at its time limit. The limit is extended, up to `busyLimitMs`, while the task reads or writes enough
   * data.
   */
  function limit(task: PreviewTask, passedMs = 0): void {
    const before = transferred()
    timer = setTimeout(() => {
      const { read, written } = transferred()
      const mayBeBusy = busyTasks?.includes(task.kind) ?? true
      const isBusy = mayBeBusy && read + written - before.read - before.written > busyBytes
      if (isBusy && passedMs + limitMs < busyLimitMs) limit(task, passedMs + limitMs)
      else replace(new Problem('preview-failed', tooSlow(task, isBusy ? busyLimitMs : limitMs)))
    }, limitMs)
  }

  return {
    run<T extends PreviewTask>(task: T): Promise<ResultOf<T>> {
      return new Promise((resolve, reject) => {
        lastId += 1
        current = { resolve: (result) => resolve(result as ResultOf<T>), reject }
        const { child } = started()
        progress = undefined
        limit(task)
        child.send({ id: lastId, task })
      })
    },
    /** Returns the progress of the current task, from 0 to 1, or undefined if it is unknown. */
    progress: () => progress,
    /** Kills the process and rejects the current task with this error. */
    stop: replace,
    /** Returns the id of the live child process, for tests that kill it. */
    pid: () => running?.child.pid,
    close: () => replace(new Problem('busy', 'The server is stopping. Try again in a moment.')),
  }
}

function problemOf(reply: TaskReply): Problem {
  return 'fault' in reply
    ? new Problem('preview-failed', reply.fault)
    : new Problem('unexpected', 'The file could not be read. Try again, or download it to view it.')
}
