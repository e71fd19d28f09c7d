import { LIMITS } from '@millrace/contracts/limits'
import type { LogLine } from '@millrace/contracts/worker'
import { describe, expect, it } from 'vitest'
import { pieces, takeBatch } from './send-log.ts'

const line = (text: string): LogLine => ({ at: '2026-01-01T00:00:00.000Z', stream: 'out', text })

describe('pieces', () => {
  it('splits text into lines and splits overlong lines', () => {
    expect(pieces('a\nb\r\nc')).toEqual(['a', 'b', 'c'])
    expect(pieces('x'.repeat(LIMITS.logLineMax * 2 + 5)).map((piece) => piece.length)).toEqual([
      LIMITS.logLineMax,
      LIMITS.logLineMax,
      5,
    ])
  })
})

describe('takeBatch', () => {
  it('sends as many lines as fit into a request', () => {
    expect(takeBatch(Array.from({ length: 2500 }, () => line('x'))).lines).toHaveLength(1000)
  })

  it('counts the bytes that are sent instead of characters', () => {
    const batch = takeBatch(Array.from({ length: 1000 }, () => line('\u0001'.repeat(8000))))

    expect(Buffer.byteLength(JSON.stringify(batch))).toBeLessThan(LIMITS.jsonBodyBytes)
    expect(batch.lines.length).toBeGreaterThan(1)
  })

  it('sends a single overlong line on its own, so that the log continues', () => {
    expect(takeBatch([line('x'.repeat(2_000_000)), line('y')]).lines).toHaveLength(1)
  })
})
