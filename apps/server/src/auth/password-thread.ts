import { parentPort } from 'node:worker_threads'
import { lowerPriority, NICENESS } from '@millrace/processes/priority'
import { hashSync, type Options, verifySync } from '@node-rs/argon2'

/** To hash a password, or to compare it with a stored hash. An unreadable hash ends the thread. */
export type PasswordQuestion = { password: string } & ({ options: Options } | { stored: string })
export type PasswordAnswer = string | boolean

/** Elsewhere, a priority belongs to the process, and this would lower that of the server. */
if (process.platform === 'linux') lowerPriority(0, NICENESS.long)
parentPort?.on('message', (question: PasswordQuestion) => parentPort?.postMessage(answer(question)))

function answer(question: PasswordQuestion): PasswordAnswer {
  if ('options' in question) return hashSync(question.password, question.options)
  return verifySync(question.stored, question.password)
}
