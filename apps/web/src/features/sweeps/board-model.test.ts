import type { JobProperties } from '@millrace/contracts/jobs'
import type { WorkflowReport } from '@millrace/workflows/report'
import { describe, expect, it } from 'vitest'
import type { JobDocument } from '#lib/job-parts.ts'
import {
  axesOf,
  cellsOf,
  compareScalars,
  fileKey,
  fileLabel,
  firstNames,
  shownValue,
  valueNames,
  valuesIn,
  varyingNumber,
} from './board-model.ts'

let time = 0
function job(parameters: object, change: Partial<JobProperties> = {}): JobDocument {
  time += 1
  const href = `/api/Job/${time}`
  const properties = {
    Tags: ['sweep=1', 'sweep-by=window', 'sweep-by=method'],
    ConfiguredParameters: JSON.stringify(parameters),
    Result: null,
    State: 'Completed',
    Processing: { FunctionName: 'smooth' },
    CreatedAt: new Date(time * 1000).toISOString(),
    ...change,
  } as JobProperties
  return { class: ['Job'], properties, entities: [], actions: [], links: [{ rel: ['self'], href }] } as never
}

describe('the cells of a sweep', () => {
  it('are in the order of their parameters, each with its newest job', () => {
    const first = job({ window: 10, method: 'mean' }, { State: 'Error' })
    const jobs = [first, job({ window: 2, method: 'mean' }), job({ window: 10, method: 'mean' })]

    const cells = cellsOf(jobs)

    expect(axesOf(jobs)).toEqual(['window', 'method'])
    expect(cells.map(({ parameters, job: { properties } }) => [parameters.window, properties.State])).toEqual([
      [2, 'Completed'],
      [10, 'Completed'],
    ])
  })

  it('have the values that their jobs returned', () => {
    const [cell] = cellsOf([job({ window: 1 }, { Result: '{"rows": 3, "fit": {"r2": 0.5}, "list": [1]}' })])

    expect(cell?.values).toEqual({ rows: 3, 'fit.r2': 0.5 })
  })

  it('of workflows have the values of the report', () => {
    const one = job({ window: 1 }, { Processing: { FunctionName: 'execute_workflow' } as JobProperties['Processing'] })
    const run = (result: unknown) => ({ state: 'Completed', result, outputs: {} })
    const report = {
      nodes: [
        { id: 'a', title: 'Fit', runs: [run({ r2: 0.9 })] },
        { id: 'b', runs: [run({ n: 1 }), run({ n: 2 })] },
      ],
      outputs: { chart: [{ workData: '/api/WorkData/1' }, { workData: '/api/WorkData/2' }] },
    } as unknown as WorkflowReport

    const [cell] = cellsOf(
      [one],
      new Map([
        ['/api/Job/4', report],
        [one.links[0]?.href ?? '', report],
      ]),
    )

    expect(cell?.values).toEqual({ 'Fit › r2': 0.9 })
    expect(cell?.files).toEqual([
      { slot: 'chart', at: 0, data: undefined, path: '/api/WorkData/1' },
      { slot: 'chart', at: 1, data: undefined, path: '/api/WorkData/2' },
    ])
  })
})

it('distinguishes the second file of an output from an output whose name ends with 2', () => {
  const [second, other] = [
    { slot: 'plot', at: 1 },
    { slot: 'plot 2', at: 0 },
  ]

  expect(fileKey(second)).not.toBe(fileKey(other))
  expect([second, other].map(fileLabel)).toEqual(['Plot 2', 'Plot 2'])
})

it('lists numbers before other values', () => {
  const [cell] = cellsOf([job({ window: 1 }, { Result: '{"name": "x", "n": 1}' })])

  expect(valueNames(cell ? [cell] : [])).toEqual(['n', 'name'])
  expect(valuesIn(5)).toEqual({ result: 5 })
})

it('sorts numbers by size, texts naturally, and missing values last', () => {
  expect([10, 9, undefined].toSorted(compareScalars)).toEqual([9, 10, undefined])
  expect(['a10', 'a9'].toSorted(compareScalars)).toEqual(['a9', 'a10'])
})

it('shows results with few digits, however small they are', () => {
  expect([1e-17, 0.1 + 0.2, 12_345, 'mean', false, undefined].map(shownValue)).toEqual([
    '1e-17',
    '0.3',
    '12,345',
    'mean',
    'false',
    '',
  ])
})

it('names the first numeric result that varies between the cells', () => {
  const cells = cellsOf([
    job({ window: 1 }, { Result: '{"rows": 3, "note": "a", "changes": 4}' }),
    job({ window: 2 }, { Result: '{"rows": 3, "note": "b", "changes": 85}' }),
  ])

  expect(varyingNumber(cells, ['rows', 'note', 'changes'])).toBe('changes')
  expect(varyingNumber(cells, ['rows', 'note'])).toBeUndefined()
})

it('shows the results that vary between the cells, or any if none do', () => {
  const cells = cellsOf([
    job({ window: 1 }, { Result: '{"rows": 3, "columns": 2, "changes": 4}' }),
    job({ window: 2 }, { Result: '{"rows": 3, "columns": 2, "changes": 85}' }),
  ])

  expect(firstNames(cells, ['rows', 'columns', 'changes'], 2)).toEqual(['changes'])
  expect(firstNames(cells, ['rows', 'columns'], 2)).toEqual(['rows', 'columns'])
})
