/** The entries of the activity log that GET /api/account/activity and GET /api/admin/activity return. */

export const ACTIVITY_ACTIONS = ['created', 'updated', 'deleted'] as const
export type ActivityAction = (typeof ACTIVITY_ACTIONS)[number]

export const ACTIVITY_RESOURCES = ['user', 'organization', 'session', 'orgInvite'] as const
export type ActivityResource = (typeof ACTIVITY_RESOURCES)[number]

export const ACTIVITY_SORTS = ['createdAt', 'action', 'resourceType'] as const
export type ActivitySort = (typeof ACTIVITY_SORTS)[number]

export const ACTIVITY_PAGE = { default: 100, max: 500, offsetMax: 100_000 } as const

/** The types of event in `metadata.event`. Events for a changed value contain the name of its field. */
export const ACTIVITY_EVENTS = [
  'user.created',
  'user.deleted',
  'user.name',
  'user.email',
  'user.emailVerified',
  'user.role',
  'user.plan',
  'user.banned',
  'user.banReason',
  'user.twoFactorEnabled',
  'user.newsletter',
  'user.mentionMails',
  'account.created',
  'account.deleted',
  'account.password',
  'passkey.created',
  'passkey.deleted',
  'passkey.name',
  'signIn.refused',
  'resource.opened',
  'access.asked',
  'access.requested',
  'access.given',
  'access.declined',
  'comment.created',
  'comment.edited',
  'comment.deleted',
  'mail.opened',
  'session.created',
  'session.deleted',
  'impersonation.created',
  'impersonation.deleted',
  'impersonation.change',
  'organization.created',
  'organization.deleted',
  'organization.name',
  'organization.slug',
  'organization.plan',
  'organization.requireTwoFactor',
  'member.created',
  'member.deleted',
  'member.role',
  'invitation.created',
  'invitation.deleted',
  'invitation.status',
  'team.created',
  'team.deleted',
  'team.name',
  'role.created',
  'role.deleted',
  'role.permission',
  'apiKey.created',
  'apiKey.deleted',
  'apiKey.active',
  'grant.created',
  'grant.deleted',
] as const
export type ActivityEvent = (typeof ACTIVITY_EVENTS)[number]

/** Why a sign-in was refused, as `metadata.refused`. */
export type RefusedSignIn = 'password' | 'code' | 'passkey' | 'banned' | 'unconfirmed'

/** One entry of the activity log. Its ids are the internal ids that the account endpoints use, not public ids. */
export interface ActivityEntry {
  id: string
  /** Who made the change; null if the server did. */
  userId: string | null
  userName: string | null
  /** The administrator who acted as the user. */
  impersonatorId?: string
  impersonatorName?: string
  /** The user whose account, session or membership changed, if that is not `userId`. */
  subjectId?: string
  subjectName?: string
  organizationId?: string
  organizationName?: string
  action: ActivityAction
  resourceType: ActivityResource
  resourceId: string
  /**
   * Details of the change. For a changed value, `from` and `to`. For something that was created or deleted, the keys
   * are its fields. Passwords and other secrets are never recorded.
   */
  metadata: Record<string, string> & { event?: ActivityEvent }
  createdAt: string
}
