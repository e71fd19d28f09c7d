import { moduleBeside } from '@millrace/processes/module-beside'
import { requestThread } from '@millrace/processes/request-thread'
import { fairLane } from '#limiter/fair-lane.ts'
import type { PasswordAnswer, PasswordQuestion } from './password-thread.ts'

export interface Passwords {
  hash(password: string): Promise<string>
  verify(hash: string, password: string): Promise<boolean>
  /** Whether a hash uses the current parameters. An outdated hash is replaced at the next sign-in. */
  isCurrent(hash: string): boolean
}

/** The cheapest single-pass Argon2id parameters that OWASP and ASVS approve. Each hash contains its parameters. */
export const HASHING = { memoryKiB: 47_104, passes: 1, lanes: 1 }

/** Each computation occupies one core and 46 MiB of memory. */
const MAX_PARALLEL_HASHES = 4
const THREAD_MB = 32

const lane = fairLane({
  what: 'sign-ins',
  perOwner: MAX_PARALLEL_HASHES,
  total: MAX_PARALLEL_HASHES,
  waiting: 100,
  waitMs: 20_000,
})
const entry = moduleBeside(import.meta.url, 'password-thread')
const freeThreads = Array.from({ length: MAX_PARALLEL_HASHES }, () =>
  requestThread<PasswordQuestion, PasswordAnswer>(entry, THREAD_MB),
)

/**
 * Hashes passwords with Argon2id, at most four at a time and at low priority, so that a flood of sign-ins can't exhaust
 * the machine. All tasks have the same owner in the lane, because the library does not say who signs in.
 */
export function createPasswords(cost: typeof HASHING = HASHING): Passwords {
  const current = `$argon2id$v=19$m=${cost.memoryKiB},t=${cost.passes},p=${cost.lanes}$`
  const options = {
    memoryCost: cost.memoryKiB,
    timeCost: cost.passes,
    parallelism: cost.lanes,
  }
  return {
    hash: async (password) => String(await lane.run('', () => askThread({ password, options }))),
    verify: async (stored, password) => (await lane.run('', () => askThread({ password, stored }))) === true,
    isCurrent: (stored) => stored.startsWith(current),
  }
}

async function askThread(question: PasswordQuestion): Promise<PasswordAnswer> {
  const thread = freeThreads.pop()
  if (!thread) throw new Error('More passwords are being hashed than there are threads.')
  try {
    return await thread.ask(question)
  } finally {
    freeThreads.push(thread)
  }
}
