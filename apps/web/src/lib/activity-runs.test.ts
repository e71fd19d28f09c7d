import type { ActivityEntry } from '@millrace/contracts/activity'
import { expect, it } from 'vitest'
import { foldedRuns, runsOf, withoutAcceptances } from './activity-runs.ts'

const entry = (id: string, userId: string, event: ActivityEntry['metadata']['event']) =>
  ({ id, userId, action: 'created', resourceType: 'orgInvite', metadata: { event } }) as ActivityEntry

it('groups consecutive entries of the same kind by the same user', () => {
  const entries = [
    entry('1', 'mara', 'invitation.created'),
    entry('2', 'mara', 'invitation.created'),
    entry('3', 'jonas', 'invitation.created'),
    entry('4', 'mara', 'invitation.created'),
    entry('5', 'mara', 'invitation.deleted'),
  ]

  expect(runsOf(entries).map((run) => run.map(({ id }) => id))).toEqual([['1', '2'], ['3'], ['4'], ['5']])
})

it('keeps sign-ins from other devices apart', () => {
  const signIn = (id: string, userAgent: string) =>
    ({
      id,
      userId: 'mara',
      action: 'created',
      resourceType: 'session',
      metadata: { userAgent },
    }) as unknown as ActivityEntry

  const runs = runsOf([signIn('1', 'Firefox'), signIn('2', 'Firefox'), signIn('3', 'curl')])

  expect(runs.map((run) => run.map(({ id }) => id))).toEqual([['1', '2'], ['3']])
})

it('folds long runs, and keeps an opened one open when entries join it', () => {
  const invitations = ['4', '3', '2', '1'].map((id) => entry(id, 'mara', 'invitation.created'))
  const folded = (entries: ActivityEntry[], opened: string[]) =>
    foldedRuns(entries, new Set(opened)).map(({ shown, hidden }) => [shown.map(({ id }) => id), hidden])
  expect(folded(invitations, [])).toEqual([
    [
      ['4', '3'],
      ['2', '1'],
    ],
  ])
  expect(folded(invitations.slice(1), [])).toEqual([[['3', '2', '1'], []]])

  const newer = entry('5', 'mara', 'invitation.created')
  const older = entry('0', 'mara', 'invitation.created')

  expect(folded([newer, ...invitations, older], ['2', '1'])).toEqual([[['5', '4', '3', '2', '1', '0'], []]])
})

it('leaves out an accepted invitation if the entry for joining is present, and otherwise keeps it', () => {
  const at = (createdAt: string, id: string, metadata: ActivityEntry['metadata'], organizationId = 'lab') =>
    ({ id, userId: 'mara', organizationId, createdAt, metadata }) as ActivityEntry
  const joined = at('2026-11-22T12:00:00.020Z', 'joined', { event: 'member.created', role: 'member' })
  const accepted = at('2026-11-22T12:00:00.010Z', 'accepted', { event: 'invitation.status', to: 'accepted' })
  const elsewhere = at('2026-11-22T12:00:00Z', 'elsewhere', { event: 'invitation.status', to: 'accepted' }, 'club')
  const earlier = at('2026-11-21T12:00:00Z', 'earlier', { event: 'invitation.status', to: 'accepted' })
  const declined = at('2026-11-22T12:00:00Z', 'declined', { event: 'invitation.status', to: 'rejected' })
  const left = (entries: ActivityEntry[]) => withoutAcceptances(entries).map(({ id }) => id)

  expect(left([joined, accepted, elsewhere, declined, earlier])).toEqual(['joined', 'elsewhere', 'declined', 'earlier'])
  expect(left([accepted])).toEqual(['accepted'])
})
