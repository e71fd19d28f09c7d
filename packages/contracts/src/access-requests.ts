import { z } from 'zod'

export const ACCESS_REQUEST_LIMITS = { perUserAndDay: 20, days: 14, listMax: 50 } as const

/** URL or path of the job or work data that a user requests access to. */
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
   * Name of the owner who would get the copy: an organization that both users belong to or, for work data, the
   * requesting user. Null if no copy is possible.
   */
  CopyGoesTo: string | null
}
