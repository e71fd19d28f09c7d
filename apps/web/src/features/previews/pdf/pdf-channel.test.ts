import { describe, expect, it } from 'vitest'
import { rangeOf, stateOf } from './pdf-channel.ts'

describe('a message of the document that draws a PDF', () => {
  it('requests a range of the file', () => {
    expect(rangeOf({ range: [10, 90] }, 50)).toEqual({ start: 10, end: 50 })
  })

  it.each([{ range: [-1, 9] }, { range: [60, 50] }, { range: ['0', 9] }, { range: [0, 1e9] }, { range: 7 }, null, 'x'])(
    'is ignored if it requests %j',
    (message) => {
      expect(rangeOf(message, 2e9)).toBeUndefined()
    },
  )

  it('reports only numbers and facts', () => {
    expect(
      stateOf({ pages: 3, page: '2', match: -1, matches: 1.5, failed: true, href: 'javascript:alert(1)' }),
    ).toEqual({
      pages: 3,
      failed: true,
    })
  })
})
