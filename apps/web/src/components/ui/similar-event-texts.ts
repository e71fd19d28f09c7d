import type { ActivityEvent } from '@millrace/contracts/activity'

/* Names of activity entries in “Show 18 more”. Not in `texts.ts`, which every page loads. */

export const similarEvents = 'events like this'
export const SIMILAR_EVENTS: Readonly<Partial<Record<ActivityEvent, string>>> = {
  'apiKey.created': 'new API keys',
  'grant.created': 'grants',
  'invitation.created': 'invitations',
  'member.created': 'new members',
  'resource.opened': 'opened resources',
  'session.created': 'sign-ins',
  'session.deleted': 'sign-outs',
  'signIn.refused': 'refused sign-ins',
}
