/** The permissions in an organization: resources, and the actions on each of them. */
export const ORGANIZATION_PERMISSIONS = {
  organization: ['update', 'delete'],
  member: ['create', 'update', 'delete'],
  invitation: ['create', 'cancel'],
  team: ['create', 'update', 'delete'],
  /** `ac` is better-auth's name for roles. */
  ac: ['create', 'read', 'update', 'delete'],
} as const

const { organization, ...PEOPLE } = ORGANIZATION_PERMISSIONS

/** What the built-in roles may do. Organizations can add roles. */
export const ORGANIZATION_ROLES = {
  owner: { organization, ...PEOPLE },
  admin: { organization: ['update'], ...PEOPLE },
  member: { organization: [], member: [], invitation: [], team: [], ac: ['read'] },
} as const
