import { forkLimited, type LimitedProcess } from '@millrace/processes/limited-process'
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
 * too much memory is killed with the process, and the next task gets a new one. So it does after a task whose memory the
 * process kept.
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
  let running: LimitedProcess | undefined
  let current: Running | undefined
  let timer: NodeJS.Timeout | undefined
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

  function onReply(reply: TaskReply): void {
    if (reply.id !== lastId) return
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
    child.on('message', (reply) => onReply(reply as TaskReply))
    child.on('error', (error) => log.error({ err: error }, 'the preview process failed'))
    child.on('exit', () => limited === running && replace(tooMuch()))
    running = limited
    return limited
  }

  return {
    run<T extends PreviewTask>(task: T): Promise<ResultOf<T>> {
      return new Promise((resolve, reject) => {
        lastId += 1
        current = { resolve: (result) => resolve(result as ResultOf<T>), reject }
        timer = setTimeout(() => replace(new Problem('preview-failed', tooSlow(task))), limitMs)
        started().child.send({ id: lastId, task })
      })
    },
    /** The live child, for tests that kill it. */
    pid: () => running?.child.pid,
    close: () => replace(new Problem('busy', 'The server is stopping.')),
  }
}

function problemOf(reply: TaskReply): Problem {
  return 'fault' in reply
    ? new Problem('preview-failed', reply.fault)
    : new Problem('preview-failed', 'The file could not be read as a table.')
}
