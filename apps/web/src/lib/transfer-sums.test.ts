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

describe('the pace of transfers', () => {
  it('is their speed together, and the time for what is left', () => {
    expect(paceOf([sending({}), sending({ state: 'waiting', bytesPerSecond: 0, sentBytes: 0 })])).toEqual({
      bytesPerSecond: 500,
      msLeft: 14_000,
    })
  })

  it('has no time while the size of a file that the server fetches is unknown', () => {
    const fetched = sending({ url: 'https://example.org/levels.csv', size: 0 })

    expect(paceOf([sending({}), fetched])).toEqual({ bytesPerSecond: 1000, msLeft: undefined })
  })
})
