import { describe, expect, it } from 'vitest'
import type { Transfer } from '#lib/transfers.ts'
import { sortedByAttention, startable } from './upload-order.ts'

const transfer = (name: string, state: Transfer['state']) =>
  ({ id: name, file: new File([], name), state, href: `/api/WorkData/${name}` }) as unknown as Transfer

describe('uploads', () => {
  it('are listed with problems first, then those in progress, and then the latest finished ones', () => {
    const all = [
      transfer('a', 'done'),
      transfer('b', 'waiting'),
      transfer('c', 'sending'),
      transfer('d', 'failed'),
      transfer('e', 'canceled'),
    ]

    expect(sortedByAttention(all).map(({ id }) => id)).toEqual(['d', 'c', 'b', 'e', 'a'])
  })

  it('can be used for a job if they have arrived and a step accepts their type', () => {
    const all = [
      transfer('levels.csv', 'done'),
      transfer('map.png', 'done'),
      transfer('levels.csv.gz', 'done'),
      transfer('unknown', 'done'),
      transfer('late.csv', 'sending'),
    ]

    expect(startable(all, ['text/csv'])).toEqual([
      '/api/WorkData/levels.csv',
      '/api/WorkData/levels.csv.gz',
      '/api/WorkData/unknown',
    ])
    expect(startable(all, ['image/*', ''])).toEqual(['/api/WorkData/map.png', '/api/WorkData/unknown'])
    expect(startable([transfer('paper.pdf', 'done')], ['image/*'])).toEqual([])
    expect(startable([transfer('paper.pdf', 'done')], ['image/*', ''])).toEqual(['/api/WorkData/paper.pdf'])
  })
})
