import { Worker } from 'node:worker_threads'

/** A thread that answers one question at a time. */
export interface QuestionThread<Question, Answer> {
  /** Rejects if the thread ends before it answers. Do not call `ask` again before the promise is settled. */
  ask(question: Question): Promise<Answer>
  /** Terminates the thread. The next question starts a new one. */
  end(): void
}

/**
 * Manages a thread that runs the module `entry`. The first question starts the thread. The module must post one message
 * for each message that it receives. The thread does not keep the process running, and receives neither the process's
 * environment nor its flags.
 */
export function questionThread<Question, Answer>(entry: string, memoryMb: number): QuestionThread<Question, Answer> {
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
    ask(question) {
      const worker = started()
      return new Promise((resolve, reject) => {
        const answered = (answer: Answer) => {
          worker.off('exit', ended)
          resolve(answer)
        }
        const ended = () => {
          worker.off('message', answered)
          reject(new Error('The thread ended before it answered.'))
        }
        worker.once('message', answered).once('exit', ended)
        worker.postMessage(question)
      })
    },
    end: () => void thread?.terminate(),
  }
}
