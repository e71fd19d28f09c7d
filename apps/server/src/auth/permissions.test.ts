import { describe, expect, it } from 'vitest'
import { adminAccess, organizationAccess } from './permissions.ts'

const PEOPLE = {
  user: ['create', 'list', 'set-role', 'ban', 'impersonate', 'delete', 'set-password', 'get', 'update'],
  session: ['list', 'revoke', 'delete'],
}

describe('global roles', () => {
  it('let administrators manage accounts and sessions, and users nothing', () => {
    expect(adminAccess.roles.admin.statements).toEqual(PEOPLE)
    expect(adminAccess.roles.user.statements).toEqual({ user: [], session: [] })
  })
})

describe('roles of an organization', () => {
  const MANAGING = {
    member: ['create', 'update', 'delete'],
    invitation: ['create', 'cancel'],
    team: ['create', 'update', 'delete'],
    ac: ['create', 'read', 'update', 'delete'],
  }

  it('are those of the specification', () => {
    const { owner, admin, member } = organizationAccess.roles

    expect(owner.statements).toEqual({ organization: ['update', 'delete'], ...MANAGING })
    expect(admin.statements).toEqual({ organization: ['update'], ...MANAGING })
    expect(member.statements).toEqual({ organization: [], member: [], invitation: [], team: [], ac: ['read'] })
  })
})

describe('a refusal says', () => {
  const { member } = organizationAccess.roles
  type Request = Parameters<typeof member.authorize>[0]

  it('which resource the role does not know', () => {
    expect(member.authorize({ billing: ['read'] } as Request)).toEqual({
      success: false,
      error: 'You are not allowed to access resource: billing',
    })
  })

  it('which resource the role must not change', () => {
    expect(member.authorize({ team: ['create'] })).toEqual({
      success: false,
      error: 'unauthorized to access resource "team"',
    })
  })

  it('that none of several alternatives is allowed', () => {
    expect(member.authorize({ team: ['create'], invitation: ['create'] }, 'OR')).toEqual({
      success: false,
      error: 'Not authorized',
    })
  })
})
