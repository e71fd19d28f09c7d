import { ORGANIZATION_PERMISSIONS, ORGANIZATION_ROLES } from '@millrace/contracts/organizations'
import { createAccessControl } from 'better-auth/plugins/access'

const accessControl = createAccessControl({
  user: ['create', 'list', 'set-role', 'ban', 'impersonate', 'delete', 'set-password', 'get', 'update'],
  session: ['list', 'revoke', 'delete'],
})

/** Permissions of the two global roles for accounts. */
export const adminAccess = {
  ac: accessControl,
  roles: {
    admin: accessControl.newRole({
      user: ['create', 'list', 'set-role', 'ban', 'impersonate', 'delete', 'set-password', 'get', 'update'],
      session: ['list', 'revoke', 'delete'],
    }),
    user: accessControl.newRole({ user: [], session: [] }),
  },
}

const inside = createAccessControl(ORGANIZATION_PERMISSIONS)

/** Permissions of the built-in roles of an organization. */
export const organizationAccess = {
  ac: inside,
  roles: {
    owner: inside.newRole(ORGANIZATION_ROLES.owner),
    admin: inside.newRole(ORGANIZATION_ROLES.admin),
    member: inside.newRole(ORGANIZATION_ROLES.member),
  },
}
