import { z } from 'zod'

const TEN_YEARS = 10 * 365 * 86_400

/** Query of POST /api/keys. The key acts in the context that is active when it is made. */
export const ApiKeyWish = z.object({
  note: z.string().trim().max(200).default(''),
  /** Seconds until the key ends; absent or 0 for one that does not end by itself. */
  ttl: z.coerce.number().int().min(0).max(TEN_YEARS).default(0),
  /** `worker` makes a key for the worker gateway, which opens nothing else. */
  scope: z.enum(['user', 'worker']).default('user'),
})

/** Body of PUT /api/keys/{id}. */
export const ApiKeyChange = z.object({ active: z.boolean() })

/** A key as its list shows it. The text of the key is not in it. Times are ISO 8601 in UTC. */
export interface ApiKey {
  id: string
  note: string
  active: boolean
  /** Seconds the key was made for; null when it does not end by itself. */
  ttl: number | null
  scope: 'user' | 'worker'
  /** The last four characters of the key, to tell keys apart. */
  last4: string
  /** Whose things it reaches: the person's own, or an organization's. */
  owner: { id: string; kind: 'user' | 'organization'; name: string }
  createdAt: string
  expiresAt: string | null
  lastUsedAt: string | null
}

/** Reply of POST /api/keys: the only time the key itself is told. */
export interface NewApiKey extends ApiKey {
  key: string
}
