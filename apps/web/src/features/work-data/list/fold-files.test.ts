import { expect, it } from 'vitest'
import { addressOf, itemsOf } from '#lib/fold-sweeps.ts'
import type { WorkDataDocument } from '../work-data.queries.ts'
import { foldFiles } from './fold-files.ts'

function file(Name: string, job?: string): WorkDataDocument {
  const made = job === undefined ? {} : { ProducedByName: job }
  const Tags = job === undefined ? [] : ['sweep=a', 'sweep-by=threshold']
  return {
    properties: { Name, MediaType: 'text/csv', SizeInBytes: 10, Tags, ...made },
    entities: [],
    actions: [{ name: 'Hide' }],
    links: [{ rel: ['self'], href: `/api/WorkData/${Name}` }],
  } as unknown as WorkDataDocument
}

it('folds the results of a sweep into one row with its name and their total size', () => {
  const results = ['1', '2', '3'].map((value) => file(`clean-${value}.csv`, `Outliers, Cologne: threshold ${value}`))
  const files = [file('koeln.csv'), ...results]

  const rows = foldFiles(files, new Set())
  const open = foldFiles(files, new Set(['a']))
  const listed = [rows[1], open[1]].map((row) => row?.fold?.listed)
  const alone = [new Set<string>(), new Set(['a'])].map((unfolded) => foldFiles(results, unfolded))

  expect(rows.map(({ properties: { Name, SizeInBytes } }) => [Name, SizeInBytes])).toEqual([
    ['koeln.csv', 10],
    ['Outliers, Cologne', 30],
  ])
  expect(listed).toEqual([3, 3])
  expect(rows.map(addressOf)).toEqual([undefined, '/jobs/sweeps/a'])
  expect(rows.map((row) => itemsOf<WorkDataDocument>(row))).toEqual([[files[0]], results])
  expect(alone).toEqual([results, results])
  expect(open.map(({ properties: { Name } }) => Name)).toEqual(files.map(({ properties: { Name } }) => Name))
})
