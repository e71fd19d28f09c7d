import { readFile } from 'node:fs/promises'
import type { Step } from '@millrace/worker-sdk'
import { readXlsx, writeXlsx } from 'hucre/xlsx'
import { describe, expect, it } from 'vitest'
import { concatenateTables } from '#steps/concatenate-tables.ts'
import { convertTable } from '#steps/convert-table.ts'
import { deduplicateRows } from '#steps/deduplicate-rows.ts'
import { filterRows } from '#steps/filter-rows.ts'
import { joinTables } from '#steps/join-tables.ts'
import { queryTable } from '#steps/query-table.ts'
import { splitByColumn } from '#steps/split-by-column.ts'
import { type Files, runOn } from '#testing.ts'

const EUROS = '#,##0.00 "€ & <more>"'

/** Returns a workbook of shops. `formats` are the number formats of the columns `share` and `price`. */
async function shops(...formats: string[]): Promise<Uint8Array> {
  const rows = [
    ['shop', 'share', 'price'],
    ['a', 0.125, 1234.5],
    ['b', 0.5, 7],
  ]
  return writeXlsx({ sheets: [{ name: 'Shops', rows, columns: ['', ...formats].map((numFmt) => ({ numFmt })) }] })
}

/** Runs a step and returns the number formats in the first data row of the result, by column name. */
async function formatsIn(step: Step, files: Files | Record<string, Files>, parameters: Record<string, unknown> = {}) {
  const isConversion = step.functionName === 'convert_table'
  const { outputs } = await runOn(step, files, { [isConversion ? 'format' : 'output_format']: 'xlsx', ...parameters })
  const path = outputs.find(({ name }) => name.endsWith('.xlsx'))?.path ?? ''
  const { sheets } = await readXlsx(await readFile(path), { readStyles: true })
  const names = sheets[0]?.rows[0] ?? []
  const formats = names.map((name, at) => [name, sheets[0]?.cells?.get(`1,${at}`)?.style?.numFmt])
  return Object.fromEntries(formats.filter(([, format]) => format !== undefined))
}

describe('percentages and currencies of a workbook', () => {
  it.each([
    ['filtered', filterRows, { sort_by: 'price', columns: ['price', 'share'] }],
    ['deduplicated', deduplicateRows, {}],
    ['converted', convertTable, {}],
    ['split', splitByColumn, { column: 'shop' }],
  ] as const)('are kept when %s', async (_, step, parameters) => {
    const files = { 'shops.xlsx': await shops('0.0%', EUROS) }

    expect(await formatsIn(step, files, parameters)).toEqual({ share: '0.0%', price: EUROS })
  })

  it('are kept when joined, except where the name of a column is in both tables', async () => {
    const files = {
      table: { 'shops.xlsx': await shops('0.0%', EUROS) },
      other: { 'cities.csv': 'shop,price,city\na,1,Bonn\nb,2,Kaub\n' },
    }

    expect(await formatsIn(joinTables, files, { keys: ['shop'] })).toEqual({ share: '0.0%' })
  })

  it('are kept when concatenated, except where the files differ', async () => {
    const files = { 'one.xlsx': await shops('0.0%', EUROS), 'two.xlsx': await shops('0.0%', '0.00') }

    expect(await formatsIn(concatenateTables, files)).toEqual({ share: '0.0%' })
  })

  it('are not applied to computed columns', async () => {
    const sql = 'SELECT shop, share * 1000 AS share FROM input'

    expect(await formatsIn(queryTable, { 'shops.xlsx': await shops('0.0%', EUROS) }, { sql })).toEqual({})
  })

  it('are not applied to a column whose cells have several formats', async () => {
    const cells = new Map([
      ['1,0', { style: { numFmt: '0%' } }],
      ['2,0', { style: { numFmt: '0.00' } }],
    ])
    const rows = [['share'], [0.5], [0.25]]
    const file = await writeXlsx({ sheets: [{ name: 'Sheet', rows, cells }] })

    expect(await formatsIn(filterRows, { 'a.xlsx': file })).toEqual({})
  })
})
