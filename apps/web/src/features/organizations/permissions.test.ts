import { describe, expect, it } from 'vitest'
import { type CustomRole, isAllowed, mayAssign, permissionsOf } from './permissions.ts'

const CUSTOM: CustomRole[] = [
  { id: '1', role: 'viewer', permission: { ac: ['read'] } },
  { id: '2', role: 'recruiter', permission: { ac: ['read'], invitation: ['create'], member: ['update'] } },
]
const of = (roles: string) => permissionsOf(roles, CUSTOM)

describe('permissions', () => {
  it('let owners delete the organization and admins only update it', () => {
    expect(isAllowed(of('owner'), 'organization', 'delete')).toBe(true)
    expect(isAllowed(of('admin'), 'organization', 'delete')).toBe(false)
    expect(isAllowed(of('admin'), 'organization', 'update')).toBe(true)
    expect(isAllowed(of('member'), 'invitation', 'create')).toBe(false)
  })

  it('of several roles are those of all roles together, and unknown roles have none', () => {
    expect(isAllowed(of('member, recruiter'), 'invitation', 'create')).toBe(true)
    expect(isAllowed(of('gone'), 'ac', 'read')).toBe(false)
  })
})

describe('a role can be assigned', () => {
  it.each([
    ['owner', ['owner', 'admin', 'member', 'viewer', 'recruiter']],
    ['admin', ['admin', 'member', 'viewer', 'recruiter']],
    ['recruiter', ['member', 'viewer', 'recruiter']],
    ['member', ['member', 'viewer']],
  ])('by a user with the role %s only if that user holds its permissions', (own, expected) => {
    const roles = ['owner', 'admin', 'member', 'viewer', 'recruiter']

    expect(roles.filter((role) => mayAssign(of(own), role, CUSTOM))).toEqual(expected)
  })
})
