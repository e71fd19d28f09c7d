import { parentPort } from 'node:worker_threads'
import { lowerPriority, NICENESS } from './priority.ts'

/** Answers questions on this thread. The thread has a low priority and may be terminated at any moment. */
export function answerQuestions<Answer>(answer: (question: string) => Answer): void {
  // On other systems, the priority belongs to the whole process, so this would lower the server's priority.
  if (process.platform === 'linux') lowerPriority(0, NICENESS.prompt)
  parentPort?.on('message', (question: string) => parentPort?.postMessage(answer(question)))
}
