import { describe, expect, it } from 'vitest'
import { addressOf, itemsInOrder } from '#lib/fold-sweeps.ts'
import { selfHref } from '#lib/siren.ts'
import type { JobDocument } from '../jobs.queries.ts'
import { countAll, foldSweeps } from './fold-sweeps.ts'

let made = 0

function job(State: string, sweep?: string): JobDocument {
  made += 1
  const Tags = sweep ? [`sweep=${sweep}`, 'sweep-by=threshold'] : []
  return {
    properties: { Name: `Clean: ${made}`, State, Tags },
    entities: [],
    actions: [{ name: 'Hide' }],
    links: [{ rel: ['self'], href: `/api/Job/${made}` }],
  } as unknown as JobDocument
}

const NONE: ReadonlySet<string> = new Set()

describe('the jobs of a sweep in a list', () => {
  it('are one row with their common name and state, which leads to the sweep', () => {
    const jobs = [
      job('Completed'),
      ...['Completed', 'Error', 'Completed'].map((state) => job(state, 'a')),
      job('Error'),
    ]

    const rows = foldSweeps(jobs, NONE)

    expect(rows).toHaveLength(3)
    expect(rows[1]).toMatchObject({ properties: { Name: 'Clean', State: 'Error' }, actions: [] })
    expect(rows.map(addressOf)).toEqual([undefined, '/jobs/sweeps/a', undefined])
  })

  it('are separate rows if there are only two, or once they are unfolded', () => {
    const [one, other] = [job('Completed', 'a'), job('Completed', 'a')]
    const three = [job('Completed', 'b'), job('Completed', 'b'), job('Completed', 'b')]

    expect(foldSweeps([one, other], NONE)).toEqual([one, other])
    expect(foldSweeps([one, job('Error'), other], NONE)).toHaveLength(3)
    expect(foldSweeps(three, new Set(['b'])).map(selfHref)).toEqual(three.map(selfHref))
  })

  it('are one row at the position of the first one, even if other jobs are between them', () => {
    const [one, other, third] = ['Completed', 'Completed', 'Error'].map((state) => job(state, 'a'))
    const between = job('Completed')
    const jobs = [one!, between, other!, third!]

    expect(foldSweeps(jobs, NONE).map(({ fold }) => fold?.items)).toEqual([[one, other, third], undefined])
    expect(foldSweeps(jobs, new Set(['a'])).map(selfHref)).toEqual([one!, other!, third!, between].map(selfHref))
    // A range selection covers the rows in display order.
    expect(itemsInOrder<JobDocument>(foldSweeps(jobs, NONE))).toEqual([one, other, third, between])
  })

  it('include those on other pages, whose states also count', () => {
    const jobs = ['Completed', 'Completed', 'Completed'].map((state) => job(state, 'a'))

    const [row] = foldSweeps(jobs, NONE, { a: { Completed: 4, Error: 1 } })

    expect(row?.properties.State).toBe('Error')
    expect([row?.fold?.items.length, row?.fold && countAll(row.fold)]).toEqual([3, 5])
  })
})
