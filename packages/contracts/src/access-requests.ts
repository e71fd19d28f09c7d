import { z } from 'zod'

/** Asking the owner of a job or of work data for access. */

export const ACCESS_REQUEST_LIMITS = { perUserAndDay: 20, days: 14, listMax: 50 } as const

/** What a user asks for: the URL or path of a job or of work data. */
export const AccessRequestBody = z.object({ url: z.string().min(1).max(2000) })

/** Properties of an entity `AccessRequest`. */
export interface AccessRequestProperties {
  ResourceKind: 'Job' | 'WorkData'
  ResourceName: string
  ResourceUrl: string
  AskerName: string
  AskerEmail: string
  CreatedAt: string
  ExpiresAt: string
  /** The owner that gets the copy when access is given: an organization of both, or the asker. Null if neither can. */
  CopyGoesTo: string | null
}
