import type { HeldGrant } from '@millrace/contracts/administration'
import { expect, it } from 'vitest'
import { grantRows } from './grant-rows.ts'

const grant = (grantId: string, name: string, email?: string): HeldGrant => ({
  id: `${grantId} ${name}`,
  grantId,
  createdAt: '2026-11-22T12:00:00Z',
  createdByName: null,
  holder: { kind: email ? 'user' : 'organization', id: name, name, ...(email ? { email } : {}) },
})
const ALL = [grant('b', 'Rhine Lab'), grant('a', 'Mara', 'mara@example.org'), grant('b', 'Aylin', 'a@example.org')]
const shown = (find?: string) =>
  grantRows(ALL, find).map(({ grantId, held }) => [grantId, held.map((h) => h.holder.name)])

it('grants are sorted, and so are their holders', () => {
  expect(shown()).toEqual([
    ['a', ['Mara']],
    ['b', ['Aylin', 'Rhine Lab']],
  ])
})

it('holders are found by parts of their name or email, ignoring case', () => {
  expect(shown('RHINE')).toEqual([['b', ['Rhine Lab']]])
  expect(shown('mara@')).toEqual([['a', ['Mara']]])
  expect(shown('nobody')).toEqual([])
})
