import type { Plan } from '@millrace/contracts/limits'

/** Returns the grants of a user in a context, for the web app and access checks. They are computed, never stored. */
export function grantsOf(given: { plan: Plan; role: string | null; grants: string[] }): string[] {
  const special = given.grants.map((grant) => (grant.startsWith('grant:') ? grant : `grant:${grant}`))
  return [`plan:${given.plan}`, ...(given.role === 'admin' ? ['role:admin'] : []), ...new Set(special.toSorted())]
}
