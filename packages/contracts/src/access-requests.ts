import { z } from 'zod'

/** Requests for access to another owner's job or work data. */

export const ACCESS_REQUEST_LIMITS = { perUserAndDay: 20, days: 14, listMax: 50 } as const

/** Names the resource that a user asks for: the URL or path of a job or of work data. */
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
  /**
   * The owner that gets the copy if access is given: an organization that both users belong to, or the user who asks.
   * Null if neither can get a copy.
   */
  CopyGoesTo: string | null
}
