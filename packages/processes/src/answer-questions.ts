import { parentPort } from 'node:worker_threads'
import { lowerPriority, NICENESS } from './priority.ts'

/**
 * Called in a thread of `requestThread()`. Sends one reply for each message that the thread receives. The thread has a
 * low priority and may be terminated at any moment.
 */
export function answerQuestions<Answer>(answer: (question: string) => Answer): void {
  // On Linux, this lowers the priority of this thread only. On other systems, it would lower that of the whole process.
  if (process.platform === 'linux') lowerPriority(0, NICENESS.prompt)
  parentPort?.on('message', (question: string) => parentPort?.postMessage(answer(question)))
}
