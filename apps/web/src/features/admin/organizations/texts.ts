/* The texts of features/admin/organizations. */

export const organization = 'Organization'
export const theOrganizationCouldNotBeLoaded = 'The organization could not be loaded'
export const plan = 'Plan'
export const workData = 'Work data'
export const membersCounted = (members: string | number) => `Members ${members}`
export const members = 'Members'
export const invitationsCounted = (count: string | number) => `Invitations ${count}`
export const invitations = 'Invitations'
export const expires = (expiresAt: string | number) => `expires ${expiresAt}`
export const name = 'Name'
export const owner = 'Owner'
export const storage = 'Storage'
export const created = 'Created'
export const admin = 'Admin'
export const organizations = 'Organizations'
export const searchOrganizations = 'Search organizations'
export const organizationsCouldNotBeLoaded = 'Organizations could not be loaded'
export const planIs = 'Plan is'
export const noOrganizationsYet = 'No organizations yet'
