import type { ActiveOrganization } from './active-organization.queries.ts'
import type { CustomRole, Permissions } from './permissions.ts'

/** Props of all sections of the page. */
export interface OrganizationProps {
  organization: ActiveOrganization
  roles: readonly CustomRole[]
  /** The permissions of the signed-in user in the organization. */
  held: Permissions
  ownId: string
}
