import type { ActivityEntry } from '@millrace/contracts/activity'
import { ACTIVITY_EVENTS } from '@millrace/contracts/activity'
import { describe, expect, it, vi } from 'vitest'
import { activityParts, addressIn } from './activity-sentence.ts'

vi.stubGlobal('location', new URL('http://localhost:3000/'))

const entry = (metadata: ActivityEntry['metadata'], more: Partial<ActivityEntry> = {}): ActivityEntry => ({
  id: 'id',
  userId: 'mara',
  userName: 'Mara Lindqvist',
  action: 'updated',
  resourceType: 'user',
  resourceId: 'id',
  createdAt: '2026-11-22T12:00:00Z',
  metadata,
  ...more,
})
const said = (metadata: ActivityEntry['metadata'], more?: Partial<ActivityEntry>) =>
  activityParts(entry(metadata, more), 'mara')
    .map(({ text }) => text)
    .join('')
const lab = { organizationId: 'lab', organizationName: 'Rhine Lab' }
const jonas = { userId: 'jonas', userName: 'Jonas Ortmann', subjectId: 'mara', subjectName: 'Mara Lindqvist' }

describe('the sentence of an entry', () => {
  it('addresses the reader who acted', () => {
    expect(said({ event: 'apiKey.created', note: 'ci-runner' })).toBe('You created the API key ci-runner')
    expect(said({ event: 'session.created' })).toBe('You signed in')
    expect(said({ event: 'session.created', signedInWith: 'passkey' })).toBe('You signed in with a passkey')
    expect(said({ event: 'passkey.created', name: 'Laptop' })).toBe('You added the passkey Laptop to your account')
    expect(said({ event: 'passkey.deleted', name: 'Laptop' })).toBe('You removed the passkey Laptop from your account')
    expect(said({ event: 'user.twoFactorEnabled', from: 'false', to: 'true' })).toBe(
      'You turned on two-factor authentication for your account',
    )
    expect(said({ event: 'member.created', role: 'member' }, lab)).toBe('You joined Rhine Lab as a member')
  })

  it('addresses the reader who is affected', () => {
    expect(said({ event: 'member.role', from: 'member', to: 'admin' }, { ...jonas, ...lab })).toBe(
      'Jonas Ortmann changed your role in Rhine Lab from member to admin',
    )
    expect(said({ event: 'user.banned', to: 'true' }, jonas)).toBe('Jonas Ortmann banned your account')
    expect(said({ event: 'session.deleted' }, jonas)).toBe('Jonas Ortmann signed you out')
  })

  it('names others, who may have been deleted', () => {
    expect(said({ event: 'member.deleted' }, { subjectId: 'jonas', subjectName: 'Jonas Ortmann', ...lab })).toBe(
      'You removed Jonas Ortmann from Rhine Lab',
    )
    expect(said({ event: 'account.password' }, { userId: 'gone', userName: null })).toBe(
      'A deleted user changed their password',
    )
    expect(said({ event: 'grant.created', grant: 'codeContributor' }, { userId: null, userName: null, ...lab })).toBe(
      'The server granted codeContributor to the organization Rhine Lab',
    )
  })

  it('names the account that was deleted', () => {
    const gone = { userName: null, subjectName: undefined }
    expect(said({ event: 'user.deleted', name: 'Jonas' }, { ...gone, userId: 'jonas', subjectId: 'jonas' })).toBe(
      'Jonas deleted their account',
    )
    expect(said({ event: 'user.deleted', name: 'Jonas' }, { subjectId: 'jonas' })).toBe('You deleted Jonas’s account')
  })

  it.each([
    ['password', 'A sign-in to your account with an incorrect password was refused'],
    ['code', 'A sign-in to your account with an incorrect code was refused'],
    ['passkey', 'A sign-in to your account with a passkey was refused'],
    ['banned', 'A sign-in to your account was refused because the account is banned'],
    ['unconfirmed', 'A sign-in to your account was refused because the email address is not confirmed'],
    ['', 'A sign-in to your account was refused'],
  ])('says why a sign-in was refused: %s', (refused, sentence) => {
    expect(said({ event: 'signIn.refused', refused }, { userId: null, userName: null, subjectId: 'mara' })).toBe(
      sentence,
    )
  })

  it('names an administrator who acted as another user', () => {
    expect(said({ event: 'user.name', to: 'M' }, { impersonatorId: 'ada', impersonatorName: 'Ada' })).toBe(
      'Ada, acting as you, changed your name to M',
    )
  })

  it('has the names of users and organizations as separate parts', () => {
    expect(activityParts(entry({ event: 'member.created', role: 'owner' }, { ...jonas, ...lab }), 'ada')).toEqual([
      { text: 'Jonas Ortmann', kind: 'name' },
      { text: ' added ' },
      { text: 'Mara Lindqvist', kind: 'name' },
      { text: ' to ' },
      { text: 'Rhine Lab', kind: 'name' },
      { text: ' as an owner' },
    ])
  })

  it('has the ID of a grant as a separate part', () => {
    const granted = entry({ event: 'grant.created', grant: 'codeContributor' }, jonas)

    expect(activityParts(granted, 'mara')).toContainEqual({ text: 'codeContributor', kind: 'id' })
  })

  it('names what an administrator opened, with its address', () => {
    const opened = entry({ event: 'resource.opened', kind: 'WorkData', id: '1', name: 'gauges.csv' }, jonas)

    expect(activityParts(opened, 'mara').map(({ text }) => text)).toContain('gauges.csv')
    expect(said({ event: 'resource.opened', kind: 'WorkData' })).toBe('You opened your work data')
    expect(addressIn(opened)).toBe(`/workdata/explorer/${btoa('/api/WorkData/1').replace(/=+$/, '')}`)
  })

  it('of an unknown event names the resource that it concerns', () => {
    expect(said({ event: 'moon.phase' as 'user.name' }, { resourceType: 'session' })).toBe('You updated a session')
  })

  it.each(ACTIVITY_EVENTS)('of %s has no gaps', (event) => {
    const data = { from: 'x', to: 'y', name: 'N', email: 'e', role: 'r', providerId: 'p', grant: 'g', kind: 'Job' }

    expect(said({ event, ...data }, lab)).toMatch(/^[A-Z][^{}]+$/)
    expect(said({ event, ...data }, lab)).not.toContain('undefined')
  })
})
