import type { ChildProcess } from 'node:child_process'
import { forkLimited } from '@millrace/processes/limited-process'
import { NICENESS } from '@millrace/processes/priority'
import type { Logger } from 'pino'
import { Problem } from '#problem.ts'
import { slowTask, TOO_MUCH_MEMORY } from './preview-limits.ts'
import type { PreviewTask, ResultOf, TaskReply, TaskResults } from './preview-task.ts'

export interface ProcessOptions {
  /** The program of the child process, bundled or as source. */
  entry: string
  /** A task that takes longer is killed together with its process. */
  limitMs: number
  /** What to say about such a task. */
  tooSlow?: (task: PreviewTask) => string
  /** What to say about a task that needs too much memory. */
  tooLarge?: string
  /** A task whose process needs more memory is killed together with it. */
  memoryBytes: number
  log: Logger
}

interface Running {
  resolve(result: TaskResults[PreviewTask['kind']]): void
  reject(error: unknown): void
}

export type PreviewProcess = ReturnType<typeof previewProcess>

/**
 * One child process for one task at a time. It is started on first use and kept running. A task that takes too long or
 * too much memory is killed with the process, and the next task gets a new one.
 */
export function previewProcess({
  entry,
  limitMs,
  memoryBytes,
  log,
  tooSlow = (task) => slowTask(task, limitMs),
  tooLarge = TOO_MUCH_MEMORY,
}: ProcessOptions) {
  const tooMuch = () => new Problem('preview-failed', tooLarge)
  let child: ChildProcess | undefined
  let current: Running | undefined
  let timer: NodeJS.Timeout | undefined
  let lastId = 0

  function settle(then: (done: Running) => void): void {
    clearTimeout(timer)
    const done = current
    current = undefined
    if (done) then(done)
  }

  function replace(because: Problem): void {
    const ended = child
    child = undefined
    ended?.removeAllListeners()
    ended?.kill('SIGKILL')
    settle((done) => done.reject(because))
  }

  function onReply(reply: TaskReply): void {
    if (reply.id !== lastId) return
    if ('unexpected' in reply) log.error({ cause: reply.unexpected }, 'a preview failed unexpectedly')
    settle((done) => ('result' in reply ? done.resolve(reply.result) : done.reject(problemOf(reply))))
  }

  function started(): ChildProcess {
    if (child) return child
    const { child: process } = forkLimited(entry, {
      memoryBytes,
      niceness: NICENESS.prompt,
      onExceeded: () => process === child && replace(tooMuch()),
      env: {},
      stdio: 'ignore',
    })
    process.unref()
    process.channel?.unref()
    process.on('message', (reply) => onReply(reply as TaskReply))
    process.on('error', (error) => log.error({ err: error }, 'the preview process failed'))
    process.on('exit', () => process === child && replace(tooMuch()))
    child = process
    return process
  }

  return {
    run<T extends PreviewTask>(task: T): Promise<ResultOf<T>> {
      return new Promise((resolve, reject) => {
        lastId += 1
        current = { resolve: (result) => resolve(result as ResultOf<T>), reject }
        timer = setTimeout(() => replace(new Problem('preview-failed', tooSlow(task))), limitMs)
        started().send({ id: lastId, task })
      })
    },
    /** The live child, for tests that kill it. */
    pid: () => child?.pid,
    close: () => replace(new Problem('busy', 'The server is stopping.')),
  }
}

function problemOf(reply: TaskReply): Problem {
  return 'fault' in reply
    ? new Problem('preview-failed', reply.fault)
    : new Problem('preview-failed', 'The file could not be read as a table.')
}
