import { hash, verify } from '@node-rs/argon2'
import { hashingQueue } from './hashing-queue.ts'

export interface Passwords {
  hash(password: string): Promise<string>
  verify(hash: string, password: string): Promise<boolean>
  /** Whether a hash uses the current parameters. An outdated one is replaced at the next sign-in. */
  isCurrent(hash: string): boolean
}

/** The smallest single-pass argon2id that OWASP and ASVS approve. Each hash records its parameters. */
export const HASHING = { memoryKiB: 47_104, passes: 1, lanes: 1 }

/** Hashes passwords with argon2id, at most four at a time, with up to a hundred waiting. */
export function createPasswords(cost: typeof HASHING = HASHING): Passwords {
  const inTurn = hashingQueue({ atOnce: 4, waiting: 100 })
  const current = `$argon2id$v=19$m=${cost.memoryKiB},t=${cost.passes},p=${cost.lanes}$`
  const options = {
    memoryCost: cost.memoryKiB,
    timeCost: cost.passes,
    parallelism: cost.lanes,
  }
  return {
    hash: (password) => inTurn(() => hash(password, options)),
    verify: (stored, password) => inTurn(() => verify(stored, password)),
    isCurrent: (stored) => stored.startsWith(current),
  }
}
