import { describe, expect, it } from 'vitest'
import { nextBatch } from './transfer-batches.ts'
import type { Transfer } from './transfers.ts'

function transfers(
  count: number,
  change: (at: number) => Partial<Transfer> & { name?: string } = () => ({}),
): Transfer[] {
  return Array.from({ length: count }, (_, at) => {
    const { name = `${at}.txt`, ...rest } = change(at)
    const file = new File([], name)
    return {
      id: `${at}`,
      file,
      size: 2000,
      tags: [],
      state: 'waiting',
      sentBytes: 0,
      bytesPerSecond: 0,
      retryable: true,
      ...rest,
    }
  })
}

const idsOf = (waiting: Transfer[]) => nextBatch(waiting).map(({ id }) => Number(id))

describe('the transfers of the next request', () => {
  it('are one file if few wait', () => {
    expect(idsOf(transfers(19))).toEqual([0])
    expect(idsOf([])).toEqual([])
  })

  it('are many small files, up to a number of files and of bytes', () => {
    expect(idsOf(transfers(200))).toHaveLength(50)
    expect(idsOf(transfers(200, () => ({ size: 90_000 })))).toHaveLength(11)
  })

  it('are only files that can share a request', () => {
    const mixed = transfers(60, (at) => ({
      ...(at === 1 && { size: 5_000_000 }),
      ...(at === 2 && { url: 'https://data.example/2.txt' }),
      ...(at === 3 && { isAlone: true }),
      ...(at === 4 && { name: '0.txt' }),
      ...(at === 5 && { tags: ['raw'] }),
      ...(at === 6 && { size: 0 }),
      ...(at === 7 && { sentTags: [] }),
    }))

    expect(idsOf(mixed).slice(0, 3)).toEqual([0, 8, 9])
    expect(idsOf(mixed.slice(1))).toEqual([1])
  })
})
