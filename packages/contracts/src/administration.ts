import type { Plan } from './limits.ts'

/*
 * What the endpoints under /api/admin return. Ids of users and organizations are those of the account endpoints; in
 * paths, their public ids are accepted, too.
 */

/** The form of a grant's id, such as `codeContributor`. */
export const GRANT_ID = /^[A-Za-z][A-Za-z0-9_.:-]{0,99}$/

/** The grants that the product checks. Others may be given for programs that use the API. */
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

/** A user or an organization that owns jobs and work data, found for the filter of a list. */
export interface FoundOwner {
  /** The value for the filter `UserUrl` of administrators’ queries. */
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

/** A page of that list. `total` counts all pages. */
export interface OrganizationPage {
  organizations: AdministratedOrganization[]
  total: number
  limit: number
  offset: number
}

/** An organization with its members, pending invitations and grants. */
export interface OrganizationDetail extends AdministratedOrganization {
  memberList: { id: string; userId: string; name: string; email: string; role: string; createdAt: string }[]
  /** Pending invitations, those that expire first at the top. */
  invitations: { id: string; email: string; role: string | null; expiresAt: string }[]
  grants: GivenGrant[]
  /** Counted up to `LIMITS.countMax` plus one. */
  jobs: number
  workData: number
}

/** A user, with what an administrator needs to know before changing or deleting the account. */
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
  /** The last use of a session or entry of the activity log. */
  lastSeenAt: string | null
  organizations: { id: string; name: string; role: string; isOnlyOwner: boolean }[]
  grants: GivenGrant[]
  usedBytes: number
  /** Personal jobs and files, counted up to `LIMITS.countMax` plus one. Those of organizations are kept. */
  jobs: number
  workData: number
}

/** What GET /api/auth/admin/list-users adds to the fields of each account. */
export interface ListedUserFacts {
  /** The names of the first organizations. */
  organizations: string[]
  organizationCount: number
  lastSeenAt: string | null
}

/** A user as an administrator created it. It has no password until the user sets one with the emailed link. */
export interface CreatedUser {
  id: string
  publicId: string
  name: string
  email: string
  plan: Plan
}

export const ORGANIZATION_SORTS = ['name', 'plan', 'createdAt', 'members', 'usedBytes'] as const
