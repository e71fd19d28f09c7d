import { Worker } from 'node:worker_threads'

/** A thread that handles one request at a time. */
export interface RequestThread<Request, Reply> {
  /** Rejects if the thread ends before it replies. Do not call `ask` again before the promise is settled. */
  ask(request: Request): Promise<Reply>
  /** Ends the thread. The next request starts a new one. */
  end(): void
}

/**
 * Manages a thread that runs the module `entry`. The first request starts the thread. The module must post one message
 * for each message that it receives. The thread does not keep the process running, and receives neither the process's
 * environment nor its flags.
 */
export function requestThread<Request, Reply>(entry: string, memoryMb: number): RequestThread<Request, Reply> {
  let thread: Worker | undefined

  function started(): Worker {
    if (thread) return thread
    const worker = new Worker(entry, { env: {}, execArgv: [], resourceLimits: { maxOldGenerationSizeMb: memoryMb } })
    // Without this listener, an error in the thread, such as exceeding the memory limit, would crash the process. The
    // `exit` event follows, and `ask` rejects.
    worker.on('error', () => {})
    worker.once('exit', () => {
      if (worker === thread) thread = undefined
    })
    worker.unref()
    thread = worker
    return worker
  }

  return {
    ask(request) {
      const worker = started()
      return new Promise((resolve, reject) => {
        const replied = (reply: Reply) => {
          worker.off('exit', ended)
          resolve(reply)
        }
        const ended = () => {
          worker.off('message', replied)
          reject(new Error('The thread ended before it replied.'))
        }
        worker.once('message', replied).once('exit', ended)
        worker.postMessage(request)
      })
    },
    end() {
      const ending = thread
      thread = undefined
      void ending?.terminate()
    },
  }
}
