import { arrowFile } from '@millrace/tables/testing/arrow-files'
import { expect, it } from 'vitest'
import { convertTable } from '#steps/convert-table.ts'
import { filterRows } from '#steps/filter-rows.ts'
import { plotTable } from '#steps/plot-table.ts'
import { queryTable } from '#steps/query-table.ts'
import { runOn } from '#testing.ts'
import { parquetOf } from '#testing-tables.ts'

const WITH_NAN = { columns: [{ name: 'x', type: 'DOUBLE', cells: ["'nan'", '1.5', "'inf'"] }], rows: 3 }
const STEPS = [
  ['query_table', queryTable],
  ['filter_rows', filterRows],
  ['convert_table', convertTable],
  ['plot_table', plotTable],
] as const

it.each(STEPS)('%s says that it reads NaN as empty, and keeps infinite numbers', async (_, step) => {
  for (const [name, content] of [
    ['a.parquet', await parquetOf(WITH_NAN)],
    ['a.arrow', arrowFile({ x: [Number.NaN, 1.5, Number.POSITIVE_INFINITY] })],
  ] as const) {
    const { log } = await runOn(step, { [name]: content })

    expect(log).toContain('Missing-value markers were read as empty: 1 in column `x` (“NaN”).')
  }
})

it.each(STEPS)('%s counts missing-value markers in CSV, and infinite values separately', async (_, step) => {
  const { log } = await runOn(step, { 'a.csv': 'x,day,name\n1,2024-01-01,n/a\nNaN,n/a,b\ninf,2024-01-03,c\nn/a,,d\n' })

  expect(log).toContain('Infinite values, such as “inf”, count as missing: 1 in column `x`.')
  expect(log).toContain(
    'Missing-value markers were read as empty: 2 in column `x` (“NaN”, “n/a”), 1 in column `day` (“n/a”).',
  )
})

it.each(STEPS)('%s counts NaN and infinite numbers in JSON once', async (_, step) => {
  const { log } = await runOn(step, { 'a.json': '[{"x":NaN},{"x":1e400},{"x":1.5}]' })

  expect(log).toContain('NaN and infinite numbers count as missing: 2 in column `x`.')
  expect(log.filter((line) => line.includes('Missing-value markers'))).toEqual([])
})
