export const ACTIVITY_ACTIONS = ['created', 'updated', 'deleted'] as const
export type ActivityAction = (typeof ACTIVITY_ACTIONS)[number]

export const ACTIVITY_RESOURCES = ['user', 'organization', 'session', 'orgInvite'] as const
export type ActivityResource = (typeof ACTIVITY_RESOURCES)[number]

export const ACTIVITY_SORTS = ['createdAt', 'action', 'resourceType'] as const
export type ActivitySort = (typeof ACTIVITY_SORTS)[number]

export const ACTIVITY_PAGE = { default: 100, max: 500, offsetMax: 100_000 } as const

/** The values of `metadata.event`. Events for a changed value end with the field name. */
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

/** The values of `metadata.refused`: why a sign-in was refused. */
export type RefusedSignIn = 'password' | 'code' | 'passkey' | 'banned' | 'unconfirmed'

/** One entry of the activity log. The ids are the internal ids that the account endpoints use, not public ids. */
export interface ActivityEntry {
  id: string
  /** The user who acted. Null if the server made the change, or if a sign-in was refused. */
  userId: string | null
  userName: string | null
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
   * `from` and `to` for a changed value, or the fields of a resource that was created or deleted. Passwords and other
   * secrets are never recorded.
   */
  metadata: Record<string, string> & { event?: ActivityEvent }
  createdAt: string
}
