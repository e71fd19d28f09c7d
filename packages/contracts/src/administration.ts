import type { Plan } from './limits.ts'

/*
 * Replies of the endpoints under /api/admin. They contain the internal ids of users and organizations. Paths accept
 * internal and public ids.
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
  /** Null if the administrator is unknown. */
  createdByName: string | null
}

export interface HeldGrant extends GivenGrant {
  holder: { kind: 'user' | 'organization'; id: string; name: string; email?: string }
}

/** An owner of jobs and work data, as a search result in the owner filter of a list. */
export interface FoundOwner {
  /** The value of `UserUrl` that selects this owner in administrators’ queries. */
  url: string
  kind: 'user' | 'organization'
  name: string
  email: string | null
}

export interface AdministratedOrganization {
  id: string
  publicId: string
  name: string
  slug: string
  plan: Plan
  createdAt: string
  members: number
  /** The names of up to five owners. */
  owners: string[]
  usedBytes: number
}

/** A page of the list of organizations. `total` is the number of organizations that match the search. */
export interface OrganizationPage {
  organizations: AdministratedOrganization[]
  total: number
  limit: number
  offset: number
}

export interface OrganizationDetail extends AdministratedOrganization {
  memberList: { id: string; userId: string; name: string; email: string; role: string; createdAt: string }[]
  /** Pending invitations, earliest expiry first. */
  invitations: { id: string; email: string; role: string | null; expiresAt: string }[]
  grants: GivenGrant[]
  /** How many jobs and work data items the organization has, each counted up to `LIMITS.countMax` plus one. */
  jobs: number
  workData: number
}

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
  /** When the user last used a session or an API key, or caused an entry in the activity log, whichever is latest. */
  lastSeenAt: string | null
  organizations: { id: string; name: string; role: string; isOnlyOwner: boolean }[]
  grants: GivenGrant[]
  usedBytes: number
  /**
   * How many personal jobs and work data items the user has, each counted up to `LIMITS.countMax` plus one. Resources
   * of organizations are not counted, because they remain when the account is deleted.
   */
  jobs: number
  workData: number
}

/** The fields that GET /api/auth/admin/list-users adds to each account. */
export interface ListedUserFacts {
  /** The names of some of the user's organizations. `organizationCount` counts all of them. */
  organizations: string[]
  organizationCount: number
  lastSeenAt: string | null
}

/** A user created by an administrator, without a password. Unless OIDC_ONLY is set, the user gets a link to set one. */
export interface CreatedUser {
  id: string
  publicId: string
  name: string
  email: string
  plan: Plan
}

export const ORGANIZATION_SORTS = ['name', 'plan', 'createdAt', 'members', 'usedBytes'] as const
