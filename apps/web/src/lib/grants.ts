import { queryOptions } from '@tanstack/react-query'
import { callJson } from './api.ts'

/** Query for what the user's role, plan and individual grants allow in the active context. */
export const grantsQuery = queryOptions({
  queryKey: ['grants'],
  queryFn: ({ signal }) => callJson<string[]>('/api/user/grants', { signal }),
})

/** Returns whether the user may register processing steps. */
export function mayRegisterSteps(grants: readonly string[]): boolean {
  return grants.includes('grant:codeContributor') || grants.includes('role:admin')
}

/** Returns the grants that were given individually, without those implied by role and plan. */
export function namedGrants(grants: readonly string[]): string[] {
  return grants.filter((grant) => grant.startsWith('grant:')).map((grant) => grant.slice('grant:'.length))
}
