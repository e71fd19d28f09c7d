import { LIMITS } from '@millrace/contracts/limits'
import type { Database } from '@millrace/db/connect'
import { APIError } from 'better-auth/api'
import { countOf, deleteOrganization, ownedOrganizations } from './accounts.store.ts'

/* Limits on what one account can create. The errors name the limit, because the library’s own replies don’t. */

/** Throws if the user owns as many organizations as allowed. Otherwise returns false, which the library expects. */
export async function requireFewerOrganizations(db: Database, userId: string): Promise<false> {
  if ((await ownedOrganizations(db, userId)) < LIMITS.organizationsMax) return false
  throw tooManyOrganizations()
}

/** If parallel requests have exceeded the limit, deletes the new organization and throws. */
export async function requireWithinLimit(
  db: Database,
  { userId, organizationId }: { userId: string; organizationId: string },
): Promise<void> {
  if ((await ownedOrganizations(db, userId)) <= LIMITS.organizationsMax) return
  await deleteOrganization(db, organizationId)
  throw tooManyOrganizations()
}

/** Throws if the organization has the maximum number of teams. Otherwise returns that number, for the library. */
export async function requireFewerTeams(db: Database, organizationId: string): Promise<number> {
  if ((await countOf(db, 'team', organizationId)) < LIMITS.teamsMax) return LIMITS.teamsMax
  throw tooMany(`An organization can have up to ${LIMITS.teamsMax} teams. Delete one first.`)
}

/** Throws if the organization has the maximum number of custom roles. Otherwise returns that number. */
export async function requireFewerRoles(db: Database, organizationId: string): Promise<number> {
  if ((await countOf(db, 'organization_role', organizationId)) < LIMITS.customRolesMax) return LIMITS.customRolesMax
  throw tooMany(`An organization can have up to ${LIMITS.customRolesMax} custom roles. Delete one first.`)
}

function tooManyOrganizations(): APIError {
  return tooMany(
    `You can own up to ${LIMITS.organizationsMax} organizations. First delete one or transfer one to another member.`,
  )
}

function tooMany(message: string): APIError {
  return new APIError('FORBIDDEN', { code: 'LIMIT_REACHED', message })
}
