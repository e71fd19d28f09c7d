import { describe, expect, it } from 'vitest'
import { missingIn, stillMissing } from './missing-uploads.ts'
import type { Transfer } from './transfers.ts'

function transfer(name: string, known: Partial<Transfer>): Transfer {
  return {
    id: name,
    file: new File([], name),
    size: 10,
    tags: [],
    state: 'done',
    sentBytes: 0,
    bytesPerSecond: 0,
    retryable: true,
    ...known,
  }
}

describe('files that a closed tab left behind', () => {
  it('are missing until a file with the same path and size is chosen', () => {
    const missing = [
      { path: 'a.csv', size: 10 },
      { path: 'b.csv', size: 10 },
      { path: 'c.csv', size: 10 },
      { path: 'gauges/d.csv', size: 10 },
    ]
    const chosen = [
      transfer('a.csv', {}),
      transfer('b.csv', { size: 11 }),
      transfer('c.csv', { state: 'canceled' }),
      transfer('d.csv', {}),
    ]

    expect(stillMissing(missing, chosen).map(({ path }) => path)).toEqual(['b.csv', 'c.csv', 'gauges/d.csv'])
  })

  it('are empty if their stored list is damaged', () => {
    for (const stored of [null, '', '[{"path":"a.c', '7', 'null']) expect(missingIn(stored)).toEqual([])
    expect(missingIn('[{"path":"a.csv","size":10}]')).toEqual([{ path: 'a.csv', size: 10 }])
  })
})
