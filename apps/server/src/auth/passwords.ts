import { hash, verify } from '@node-rs/argon2'
import { fairLane } from '#limiter/fair-lane.ts'

export interface Passwords {
  hash(password: string): Promise<string>
  verify(hash: string, password: string): Promise<boolean>
  /** Whether a hash uses the current parameters. An outdated one is replaced at the next sign-in. */
  isCurrent(hash: string): boolean
}

/** The smallest single-pass argon2id that OWASP and ASVS approve. Each hash records its parameters. */
export const HASHING = { memoryKiB: 47_104, passes: 1, lanes: 1 }

/**
 * Hashes passwords with argon2id, at most four at a time. A hash occupies one core and 46 MB, so a flood of sign-ins
 * could otherwise exhaust the machine. The lane has one owner, because the auth library does not say who signs in; floods
 * from one address are limited before (limits.ts).
 */
export function createPasswords(cost: typeof HASHING = HASHING): Passwords {
  const lane = fairLane({ what: 'sign-ins', perOwner: 4, atOnce: 4, waiting: 100, waitMs: 20_000 })
  const current = `$argon2id$v=19$m=${cost.memoryKiB},t=${cost.passes},p=${cost.lanes}$`
  const options = {
    memoryCost: cost.memoryKiB,
    timeCost: cost.passes,
    parallelism: cost.lanes,
  }
  return {
    hash: (password) => lane.run('', () => hash(password, options)),
    verify: (stored, password) => lane.run('', () => verify(stored, password)),
    isCurrent: (stored) => stored.startsWith(current),
  }
}
