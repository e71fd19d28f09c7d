import type { ActivityEntry } from '@millrace/contracts/activity'
import { expect, it } from 'vitest'
import { runsOf } from './activity-runs.ts'

const entry = (id: string, userId: string, event: ActivityEntry['metadata']['event']) =>
  ({ id, userId, action: 'created', resourceType: 'orgInvite', metadata: { event } }) as ActivityEntry

it('puts entries together while the same user does the same', () => {
  const entries = [
    entry('1', 'mara', 'invitation.created'),
    entry('2', 'mara', 'invitation.created'),
    entry('3', 'jonas', 'invitation.created'),
    entry('4', 'mara', 'invitation.created'),
    entry('5', 'mara', 'invitation.deleted'),
  ]

  expect(runsOf(entries).map((run) => run.map(({ id }) => id))).toEqual([['1', '2'], ['3'], ['4'], ['5']])
})
