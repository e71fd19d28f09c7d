import { queryOptions } from '@tanstack/react-query'
import { callJson } from './api.ts'

/** What the person's role and plan, and the grants given, allow in the active context. */
export const grantsQuery = queryOptions({
  queryKey: ['grants'],
  queryFn: ({ signal }) => callJson<string[]>('/api/user/grants', { signal }),
})

/** Whether the user may register processing steps. */
export function mayRegisterSteps(grants: readonly string[]): boolean {
  return grants.includes('grant:codeContributor') || grants.includes('role:admin')
}

/** Grants that were given individually, without what role and plan imply. */
export function namedGrants(grants: readonly string[]): string[] {
  return grants.filter((grant) => grant.startsWith('grant:')).map((grant) => grant.slice('grant:'.length))
}
