import { describe, expect, it } from 'vitest'
import { paceOf } from './transfer-sums.ts'
import type { Transfer } from './transfers.ts'

function sending(known: Partial<Transfer>): Transfer {
  return {
    id: 'a',
    file: new File([], 'levels.csv'),
    size: 4000,
    tags: [],
    state: 'sending',
    sentBytes: 1000,
    bytesPerSecond: 500,
    retryable: true,
    ...known,
  }
}

const NOW = new Date('2026-05-04T12:00:00Z')

describe('the pace of transfers', () => {
  it('is their combined speed, with the time for what is left', () => {
    expect(paceOf([sending({}), sending({ state: 'waiting', bytesPerSecond: 0, sentBytes: 0 })], NOW)).toEqual({
      bytesPerSecond: 500,
      msLeft: 14_000,
    })
  })

  it('has no time left while the size of a file that the server fetches is unknown', () => {
    const fetched = sending({ url: 'https://example.org/levels.csv', size: 0 })

    expect(paceOf([sending({}), fetched], NOW)).toEqual({ bytesPerSecond: 1000, msLeft: undefined })
  })

  it('does not count files that have stopped moving', () => {
    const stopped = sending({ movedAt: new Date(NOW.getTime() - 9000) })

    expect(paceOf([stopped], NOW)).toEqual({ bytesPerSecond: 0, msLeft: undefined })
    expect(paceOf([sending({ movedAt: NOW }), stopped], NOW)).toEqual({ bytesPerSecond: 500, msLeft: 12_000 })
  })
})
