import { parentPort } from 'node:worker_threads'
import { lowerPriority, NICENESS } from './priority.ts'

/** Answers the questions to this thread, which has a low priority and may be ended at any moment. */
export function answerQuestions<Answer>(answer: (question: string) => Answer): void {
  // Elsewhere, a priority belongs to the process, and this would lower that of the server.
  if (process.platform === 'linux') lowerPriority(0, NICENESS.prompt)
  parentPort?.on('message', (question: string) => parentPort?.postMessage(answer(question)))
}
