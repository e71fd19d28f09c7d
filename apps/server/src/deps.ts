import type { Database } from '@millrace/db/connect'
import type { Queue } from '@millrace/dispatch/boss'
import type { Storage } from '@millrace/storage/storage'
import type { Logger } from 'pino'
import type { AuthLimits } from './auth/limits.ts'
import type { Passwords } from './auth/passwords.ts'
import type { Env } from './env.ts'
import type { EventHub } from './events/hub.ts'
import type { ReachFailpoint } from './failpoints.ts'
import type { BodyLimits } from './limiter/body-limits.ts'
import type { Lanes } from './limiter/lanes.ts'

export interface Deps {
  env: Env
  log: Logger
  db: Database
  /**
   * Connections reserved for accounts, workers and maintenance, so that other requests can't cost a worker its lease.
   */
  reserved: Database
  /** Concurrency limits, per owner and in total. */
  lanes: Lanes
  bodyLimits: BodyLimits
  queue: Queue
  storage: Storage
  hub: EventHub
  /** At least 32 random characters that survive restarts. Other secrets are derived from it. */
  secret: string
  now(): Date
  newId(): string
  randomBytes(count: number): Buffer
  reach: ReachFailpoint
  passwords: Passwords
  limits: AuthLimits
}
