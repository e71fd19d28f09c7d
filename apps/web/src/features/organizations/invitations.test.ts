import { describe, expect, it } from 'vitest'
import { addressFault, byExpiry } from './invitations.ts'

const members = new Set(['jonas@rhine.example'])

describe('an address to invite', () => {
  it.each(['mara', 'mara@', '@rhine.example', 'mara@rhine', 'a b@rhine.example', ''])('must not be "%s"', (address) => {
    expect(addressFault(address, members)).toBe('isn’t an email address.')
  })

  it('must not belong to a member, whatever its case', () => {
    expect(addressFault('Jonas@Rhine.Example', members)).toBe('is already a member.')
    expect(addressFault('mara@rhine.example', members)).toBeUndefined()
  })
})

it('open invitations are listed by expiry, the soonest first', () => {
  const invitation = (id: string, status: string, expiresAt: string) => ({ id, status, expiresAt })
  const listed = byExpiry([
    invitation('later', 'pending', '2026-12-01T00:00:00Z'),
    invitation('over', 'canceled', '2026-11-21T00:00:00Z'),
    invitation('soon', 'pending', '2026-11-23T00:00:00.000Z'),
  ])

  expect(listed.map(({ id }) => id)).toEqual(['soon', 'later'])
})
