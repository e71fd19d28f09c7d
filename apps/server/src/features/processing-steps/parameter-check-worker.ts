import type { Fault } from '@millrace/contracts/problems'
import { moduleBeside } from '@millrace/processes/module-beside'
import { questionThread } from '@millrace/processes/question-thread'

/** A check takes 100 ms at most. The thread is replaced if it takes much longer or too much memory. */
const LIMIT_MS = 3000
const MEMORY_MB = 128

const TOO_LONG: Fault[] = [
  { pointer: '', message: 'Checking these parameters against the step takes too long. Use shorter texts and lists.' },
]

const thread = questionThread<string, Fault[]>(moduleBeside(import.meta.url, 'parameter-check-thread'), MEMORY_MB)

/**
 * Checks parameters in a thread. Call this for one check at a time. The question is JSON in two lines: the schema, and the
 * given parameters.
 */
export async function checkInThread(question: string): Promise<Fault[]> {
  const timer = setTimeout(thread.end, LIMIT_MS)
  try {
    return await thread.ask(question)
  } catch {
    return TOO_LONG
  } finally {
    clearTimeout(timer)
  }
}
