import { parentPort } from 'node:worker_threads'
import { lowerPriority, NICENESS } from '@millrace/processes/priority'
import { hashSync, type Options, verifySync } from '@node-rs/argon2'

/** A request to hash a password or to compare it with a stored hash. An unreadable hash ends the thread. */
export type PasswordQuestion = { password: string } & ({ options: Options } | { stored: string })
export type PasswordAnswer = string | boolean

/** Only Linux has a priority per thread. On other systems, this would lower the priority of the whole server. */
if (process.platform === 'linux') lowerPriority(0, NICENESS.long)
parentPort?.on('message', (question: PasswordQuestion) => parentPort?.postMessage(answer(question)))

function answer(question: PasswordQuestion): PasswordAnswer {
  if ('options' in question) return hashSync(question.password, question.options)
  return verifySync(question.stored, question.password)
}
