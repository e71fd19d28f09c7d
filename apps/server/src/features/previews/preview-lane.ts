import { type ChildProcess, fork } from 'node:child_process'
import type { Logger } from 'pino'
import { Problem } from '#problem.ts'
import { TOO_MUCH_MEMORY } from './preview-limits.ts'
import type { PreviewTask, TableFacts, TableRows, TaskReply } from './preview-task.ts'

export interface LaneOptions {
  /** The program of the child process, bundled or as source. */
  entry: string
  /** A task that takes longer is killed together with its process. */
  limitMs: number
  /** Further tasks are refused while this many are waiting. */
  maxWaiting: number
  log: Logger
}

interface Waiting {
  task: PreviewTask
  resolve(result: TableFacts | TableRows): void
  reject(error: unknown): void
}

/**
 * One child process that runs one task after another. It is started on first use and kept running. A task that takes too
 * long or too much memory is killed with the process, and the next task gets a new one.
 */
export function previewLane({ entry, limitMs, maxWaiting, log }: LaneOptions) {
  const waiting: Waiting[] = []
  let child: ChildProcess | undefined
  let current: Waiting | undefined
  let timer: NodeJS.Timeout | undefined
  let lastId = 0

  function settle(then: (done: Waiting) => void): void {
    clearTimeout(timer)
    const done = current
    current = undefined
    if (done) then(done)
    next()
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
    const process = fork(entry, [], { env: {}, execArgv: ['--max-old-space-size=512'], stdio: 'ignore' })
    process.unref()
    process.channel?.unref()
    process.on('message', (reply) => onReply(reply as TaskReply))
    process.on('error', (error) => log.error({ err: error }, 'the preview process failed'))
    process.on('exit', () => process === child && replace(tooMuch()))
    child = process
    return process
  }

  function next(): void {
    if (current !== undefined) return
    current = waiting.shift()
    if (current === undefined) return
    lastId += 1
    timer = setTimeout(() => replace(tooSlow(limitMs)), limitMs)
    started().send({ id: lastId, task: current.task })
  }

  return {
    run(task: PreviewTask): Promise<TableFacts | TableRows> {
      if (waiting.length >= maxWaiting)
        throw new Problem('busy', 'The server is busy with other previews. Try again in a moment.', {
          retryAfterSeconds: 2,
        })
      return new Promise((resolve, reject) => {
        waiting.push({ task, resolve, reject })
        next()
      })
    },
    /** The live child, for tests that kill it. */
    pid: () => child?.pid,
    close(): void {
      waiting.splice(0).forEach((task) => {
        task.reject(new Problem('busy', 'The server is stopping.'))
      })
      replace(new Problem('busy', 'The server is stopping.'))
    },
  }
}

function problemOf(reply: TaskReply): Problem {
  return 'fault' in reply
    ? new Problem('preview-failed', reply.fault)
    : new Problem('preview-failed', 'The file could not be read as a table.')
}

function tooSlow(limitMs: number): Problem {
  return new Problem(
    'preview-failed',
    `Reading this table took longer than ${limitMs / 1000} s. Download it to see it.`,
  )
}

function tooMuch(): Problem {
  return new Problem('preview-failed', TOO_MUCH_MEMORY)
}
