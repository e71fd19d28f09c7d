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

/** The organizations a person is a member of. The sidebar shows them at once, so it is plain fetch. */
export const organizationsQuery = queryOptions({
  queryKey: ['organizations'],
  queryFn: ({ signal }) => callJson<Organization[]>('/api/auth/organization/list', { signal }),
})
