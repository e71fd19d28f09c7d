import type { Plan } from '@millrace/contracts/limits'

/** Computes the grants of a user in a context from the plan, the role and what administrators granted. */
export function grantsOf(given: { plan: Plan; role: string | null; grants: string[] }): string[] {
  const special = given.grants.map((grant) => (grant.startsWith('grant:') ? grant : `grant:${grant}`))
  return [`plan:${given.plan}`, ...(given.role === 'admin' ? ['role:admin'] : []), ...new Set(special.toSorted())]
}
