/* The texts of features/admin/organizations, named after their first words. */

export const organization = 'Organization'
export const theOrganizationCouldNotBeLoaded = 'The organization could not be loaded'
export const plan = 'Plan'
export const workData = 'Work data'
export const members = (members: string | number) => `Members ${members}`
export const membersText = 'Members'
export const invitations = (count: string | number) => `Invitations ${count}`
export const invitationsText = 'Invitations'
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
