import { z } from 'zod'

export const ACCESS_REQUEST_LIMITS = { perUserAndDay: 20, days: 14, listMax: 50 } as const

/** The resource that a user requests access to: the URL or path of a job or of work data. */
export const AccessRequestBody = z.object({ url: z.string().min(1).max(2000) })

export interface AccessRequestProperties {
  ResourceKind: 'Job' | 'WorkData'
  ResourceName: string
  ResourceUrl: string
  AskerName: string
  AskerEmail: string
  CreatedAt: string
  ExpiresAt: string
  /**
   * The owner who gets the copy if access is given: an organization that both users belong to, or otherwise the user
   * who asks. Null if neither can get a copy.
   */
  CopyGoesTo: string | null
}
