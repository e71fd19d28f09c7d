import type { ActivityResource } from '@millrace/contracts/activity'

export const ACTIVITY_TEXTS = {
  empty: 'Nothing yet.',
  noMatch: 'No activity of this kind.',
  end: 'No older activity.',
} as const

/** Labels of the kinds of entries in the filter. */
export const KINDS: Readonly<Record<ActivityResource, string>> = {
  user: 'Account',
  session: 'Sessions',
  organization: 'Organizations',
  orgInvite: 'Invitations',
}

export const all = 'All'
export const settings = 'Settings'
export const activity = 'Activity'
export const kind = 'Kind'
export const activityCouldNotBeLoaded = 'Activity could not be loaded'
export const showAll = 'Show all'
export const showOlder = 'Show older'
