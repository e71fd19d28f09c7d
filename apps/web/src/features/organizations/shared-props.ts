import type { ActiveOrganization } from './active-organization.queries.ts'
import type { CustomRole, Permissions } from './permissions.ts'

/** What every part of the page gets. */
export interface OrganizationProps {
  organization: ActiveOrganization
  /** The roles that the organization added. */
  roles: readonly CustomRole[]
  /** What the signed-in user may do in it. */
  held: Permissions
  /** The signed-in user's id. */
  ownId: string
}
