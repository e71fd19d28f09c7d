import { createAccessControl } from 'better-auth/plugins/access'

const people = createAccessControl({
  user: ['create', 'list', 'set-role', 'ban', 'impersonate', 'delete', 'set-password', 'get', 'update'],
  session: ['list', 'revoke', 'delete'],
})

/** What the two global roles may do with accounts. */
export const adminAccess = {
  ac: people,
  roles: {
    admin: people.newRole({
      user: ['create', 'list', 'set-role', 'ban', 'impersonate', 'delete', 'set-password', 'get', 'update'],
      session: ['list', 'revoke', 'delete'],
    }),
    user: people.newRole({ user: [], session: [] }),
  },
}

const inside = createAccessControl({
  organization: ['update', 'delete'],
  member: ['create', 'update', 'delete'],
  invitation: ['create', 'cancel'],
  team: ['create', 'update', 'delete'],
  ac: ['create', 'read', 'update', 'delete'],
})

const running = {
  member: ['create', 'update', 'delete'],
  invitation: ['create', 'cancel'],
  team: ['create', 'update', 'delete'],
  ac: ['create', 'read', 'update', 'delete'],
} as const

/** What the built-in roles of an organization may do in it. Organizations can add other roles. */
export const organizationAccess = {
  ac: inside,
  roles: {
    owner: inside.newRole({ organization: ['update', 'delete'], ...running }),
    admin: inside.newRole({ organization: ['update'], ...running }),
    member: inside.newRole({ organization: [], member: [], invitation: [], team: [], ac: ['read'] }),
  },
}
