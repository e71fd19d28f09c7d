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

/** The user’s organizations. Uses plain fetch, not the auth client, because the sidebar needs them right away. */
export const organizationsQuery = queryOptions({
  queryKey: ['organizations'],
  queryFn: ({ signal }) => callJson<Organization[]>('/api/auth/organization/list', { signal }),
})
