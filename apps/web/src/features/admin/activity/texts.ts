export { activity } from '../texts.ts'

export const actionIs = 'Action is'
export const action = 'Action'
export const kindIs = 'Kind is'
export const kind = 'Kind'
export const organizationIs = 'Organization is'
export const userIs = 'User is'
export const searchActivity = 'Search activity'
export const admin = 'Admin'
export const activityCouldNotBeLoaded = 'Activity could not be loaded'
export const showOlder = 'Show older'
export const noOlderActivity = 'No older activity.'
export const exportLabel = 'Export'
export const csv = 'CSV'
export const jsonLines = 'JSON Lines'
export const nothingYet = 'Nothing yet'
export const KINDS = {
  user: 'User',
  organization: 'Organization',
  session: 'Session',
  orgInvite: 'Invitation',
} as const
export const ACTIONS = { created: 'created', updated: 'changed', deleted: 'deleted' } as const
