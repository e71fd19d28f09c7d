import type { Plan } from './limits.ts'

/*
 * Replies of the endpoints under /api/admin. Ids of users and organizations are the internal ids that the account
 * endpoints use. In paths, public ids are accepted, too.
 */

/** The syntax of a grant's id, such as `codeContributor`. */
export const GRANT_ID = /^[A-Za-z][A-Za-z0-9_.:-]{0,99}$/

/** The grants that the product checks. Administrators may give other grants for programs that use the API. */
export const KNOWN_GRANTS = ['codeContributor'] as const

/** A right that an administrator gave to a user or an organization. */
export interface GivenGrant {
  id: string
  grantId: string
  createdAt: string
  /** The name of the administrator, if known. */
  createdByName: string | null
}

/** A grant and its holder, in the list of all grants. */
export interface HeldGrant extends GivenGrant {
  holder: { kind: 'user' | 'organization'; id: string; name: string; email?: string }
}

/** A user or organization that owns jobs and work data, as a search result for the owner filter of a list. */
export interface FoundOwner {
  /** The value with which administrators’ queries filter by this owner (`UserUrl`). */
  url: string
  kind: 'user' | 'organization'
  name: string
  email: string | null
}

export interface AdministratedPlan {
  plan: Plan
}

/** An organization in the list of all organizations. */
export interface AdministratedOrganization {
  id: string
  publicId: string
  name: string
  slug: string
  plan: Plan
  createdAt: string
  members: number
  /** Names of the owners. */
  owners: string[]
  usedBytes: number
}

/** A page of the list of all organizations. `total` counts the organizations on all pages. */
export interface OrganizationPage {
  organizations: AdministratedOrganization[]
  total: number
  limit: number
  offset: number
}

/** An organization with its members, pending invitations and grants. */
export interface OrganizationDetail extends AdministratedOrganization {
  memberList: { id: string; userId: string; name: string; email: string; role: string; createdAt: string }[]
  /** Pending invitations, those that expire soonest first. */
  invitations: { id: string; email: string; role: string | null; expiresAt: string }[]
  grants: GivenGrant[]
  /** Counted up to `LIMITS.countMax` plus one. */
  jobs: number
  workData: number
}

/** A user, with the facts that an administrator needs before changing or deleting the account. */
export interface AdministratedUser {
  id: string
  publicId: string
  name: string
  email: string
  emailVerified: boolean
  role: 'admin' | 'user'
  plan: Plan
  banned: boolean
  banReason: string | null
  /** Null if the ban is permanent. */
  banExpires: string | null
  twoFactorEnabled: boolean
  createdAt: string
  /** When a session of the user was last used, or the time of the latest entry in the activity log. */
  lastSeenAt: string | null
  organizations: { id: string; name: string; role: string; isOnlyOwner: boolean }[]
  grants: GivenGrant[]
  usedBytes: number
  /**
   * Personal jobs and files, counted up to `LIMITS.countMax` plus one. Those of organizations are not counted, because
   * they are kept.
   */
  jobs: number
  workData: number
}

/** The fields that GET /api/auth/admin/list-users adds to each account. */
export interface ListedUserFacts {
  /** The names of a few of the organizations; `organizationCount` counts all of them. */
  organizations: string[]
  organizationCount: number
  lastSeenAt: string | null
}

/** A user created by an administrator. The account has no password until the user sets one through the emailed link. */
export interface CreatedUser {
  id: string
  publicId: string
  name: string
  email: string
  plan: Plan
}

export const ORGANIZATION_SORTS = ['name', 'plan', 'createdAt', 'members', 'usedBytes'] as const
