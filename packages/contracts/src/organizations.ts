/** The permissions in an organization: actions by resource. */
export const ORGANIZATION_PERMISSIONS = {
  organization: ['update', 'delete'],
  member: ['create', 'update', 'delete'],
  invitation: ['create', 'cancel'],
  team: ['create', 'update', 'delete'],
  /** `ac` is what better-auth calls roles. */
  ac: ['create', 'read', 'update', 'delete'],
} as const

const { organization, ...PEOPLE } = ORGANIZATION_PERMISSIONS

/** Permissions of the built-in roles. Organizations can add roles. */
export const ORGANIZATION_ROLES = {
  owner: { organization, ...PEOPLE },
  admin: { organization: ['update'], ...PEOPLE },
  member: { organization: [], member: [], invitation: [], team: [], ac: ['read'] },
} as const
