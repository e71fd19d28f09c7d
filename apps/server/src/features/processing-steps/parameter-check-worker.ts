import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import type { Fault } from '@millrace/contracts/problems'

/** A check takes 100 ms at most. The thread is replaced if it takes much longer or too much memory. */
const LIMIT_MS = 3000
const MEMORY_MB = 128

const ENTRY = fileURLToPath(
  new URL(import.meta.url.replace(/^.*(\.[cm]?[jt]s)(\?.*)?$/, './parameter-check-thread$1'), import.meta.url),
)

const TOO_LONG: Fault[] = [
  { pointer: '', message: 'Checking these parameters against the step takes too long. Use shorter texts and lists.' },
]

let thread: Worker | undefined

/**
 * Checks parameters in a thread, which is started on first use. Call this for one check at a time. The question is
 * JSON in two lines: the schema, and the given parameters.
 */
export function checkInThread(question: string): Promise<Fault[]> {
  const worker = started()
  return new Promise((resolve) => {
    const end = (faults: Fault[]) => {
      clearTimeout(timer)
      worker.off('message', end).off('exit', giveUp)
      resolve(faults)
    }
    const giveUp = () => {
      void worker.terminate()
      end(TOO_LONG)
    }
    const timer = setTimeout(giveUp, LIMIT_MS)
    worker.once('message', end).once('exit', giveUp)
    worker.postMessage(question)
  })
}

function started(): Worker {
  if (thread) return thread
  const worker = new Worker(ENTRY, { env: {}, execArgv: [], resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB } })
  // Too much memory is an error. The thread then exits.
  worker.on('error', () => {})
  worker.once('exit', () => {
    if (worker === thread) thread = undefined
  })
  worker.unref()
  thread = worker
  return worker
}
