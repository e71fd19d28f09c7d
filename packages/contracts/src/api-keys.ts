import { z } from 'zod'

const TEN_YEARS = 10 * 365 * 86_400

/** Query of POST /api/keys. The key acts in the context that is active when it is created. */
export const ApiKeyWish = z.object({
  note: z.string().trim().max(200).default(''),
  /** Seconds until the key expires. Absent or 0: it does not expire. */
  ttl: z.coerce.number().int().min(0).max(TEN_YEARS).default(0),
  /** `worker` creates a key for the worker gateway only. */
  scope: z.enum(['user', 'worker']).default('user'),
})

/** Body of PUT /api/keys/{id}. */
export const ApiKeyChange = z.object({ active: z.boolean() })

/** A key as listed, without its text. Times are ISO 8601 in UTC. */
export interface ApiKey {
  id: string
  note: string
  active: boolean
  /** The lifetime chosen at creation, in seconds. Null if the key does not expire. */
  ttl: number | null
  scope: 'user' | 'worker'
  /** The last four characters of the key, by which users can recognize it. */
  last4: string
  /** The owner whose resources the key can access: the user or an organization. */
  owner: { id: string; kind: 'user' | 'organization'; name: string }
  createdAt: string
  expiresAt: string | null
  lastUsedAt: string | null
}

/** Reply of POST /api/keys. Only this reply contains the text of the key. */
export interface NewApiKey extends ApiKey {
  key: string
}
