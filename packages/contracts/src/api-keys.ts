import { z } from 'zod'
import { hasInvisible, INVISIBLE_REFUSED } from './names.ts'

const TEN_YEARS = 10 * 365 * 86_400

/** What a key allows: only reading; also uploading data and running jobs; or everything that the user may do. */
export const KEY_ACCESS = ['read', 'run', 'manage'] as const
export type KeyAccess = (typeof KEY_ACCESS)[number]

const STEPS_MAX = 50

/** Query of POST /api/keys. The key acts in the context that is active when the key is created. */
export const NewApiKey = z.object({
  note: z
    .string()
    .trim()
    .max(200)
    .refine((note) => !hasInvisible(note), `The name ${INVISIBLE_REFUSED}`)
    .default(''),
  /** Seconds until the key expires. If absent or 0, the key does not expire. */
  ttl: z.coerce.number().int().min(0).max(TEN_YEARS).default(0),
  /** `worker` creates a key for the worker gateway only. */
  scope: z.enum(['user', 'worker']).default('user'),
  access: z.enum(KEY_ACCESS).default('manage'),
  /** Names of the steps that the key may run, separated by commas. If absent or empty, the key may run all steps. */
  steps: z
    .string()
    .max(10_000)
    .default('')
    .transform((text) => [...new Set(text.split(',').map((name) => name.trim()))].filter(Boolean))
    .pipe(z.array(z.string().max(200)).max(STEPS_MAX)),
})

/** Body of PUT /api/keys/{id}. */
export const ApiKeyChange = z.object({ active: z.boolean() })

/** A key as listed, without the secret. Times are ISO 8601 in UTC. */
export interface ApiKey {
  id: string
  note: string
  active: boolean
  /** The lifetime chosen at creation, in seconds. Null if the key does not expire. */
  ttl: number | null
  scope: 'user' | 'worker'
  access: KeyAccess
  /** Empty if the key may run all steps. */
  steps: string[]
  last4: string
  owner: { id: string; kind: 'user' | 'organization'; name: string }
  createdAt: string
  expiresAt: string | null
  lastUsedAt: string | null
  lastUsedFrom: string | null
}

/** The reply to POST /api/keys. No other reply contains the secret `key`. */
export interface NewApiKey extends ApiKey {
  key: string
}
