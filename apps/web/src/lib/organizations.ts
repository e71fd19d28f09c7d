import { queryOptions } from '@tanstack/react-query'
import { callJson } from './api.ts'

export interface Organization {
  id: string
  /** The id that the jobs service uses. */
  publicId: string
  name: string
  slug: string
  requireTwoFactor?: boolean | null
}

/**
 * Query for the organizations of which the user is a member. It uses plain fetch instead of the auth client, because
 * the sidebar needs it right away.
 */
export const organizationsQuery = queryOptions({
  queryKey: ['organizations'],
  queryFn: ({ signal }) => callJson<Organization[]>('/api/auth/organization/list', { signal }),
})
