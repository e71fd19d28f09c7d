import type { Step } from '@millrace/worker-sdk'
import { describe, expect, it } from 'vitest'
import { type Files, runOn } from '#testing.ts'
import { compareTables } from './compare-tables.ts'
import { concatenateTables } from './concatenate-tables.ts'
import { fitCurve } from './fit-curve.ts'
import { joinTables } from './join-tables.ts'
import { pivotTable } from './pivot-table.ts'
import { plotTable } from './plot-table.ts'
import { reshapeTable } from './reshape-table.ts'
import { splitByColumn } from './split-by-column.ts'
import { validateTable } from './validate-table.ts'

/** Several rows per day. All times have UTC offsets. */
const DAYS = `day,x,y
2024-03-01T00:00:00Z,1,2
2024-03-01T00:00:00Z,2,4
2024-03-01T00:00:00Z,3,7
2024-03-02T00:00:00Z,4,8
2024-03-02T00:00:00Z,5,9
2024-03-02T00:00:00Z,6,12
`
const ONE = { 'a.csv': DAYS }
const OTHER = DAYS.replaceAll('2024-03-02T00:00:00Z', '2024-03-03T00:00:00Z')

/** Returns everything that users see of a run: file names, log and results. */
async function shownBy(step: Step, files: Files | Record<string, Files>, parameters: Record<string, unknown>) {
  const properties = Object.keys(step.parameters?.properties ?? {})
  const written = properties.includes('output_format') ? { output_format: 'csv' } : {}
  const { outputs, log, text } = await runOn(step, files, { ...written, ...parameters })
  const slots = [...new Set(outputs.map(({ slot }) => slot))]
  return [...outputs.map(({ name }) => name), ...log, ...(await Promise.all(slots.map(text)))].join('\n')
}

describe('a time with a UTC offset', () => {
  it.each([
    ['names a file', splitByColumn, ONE, { column: 'day' }],
    ['names a row of a heat map', plotTable, ONE, { chart: 'heatmap', x: 'x', rows: 'day', y: ['y'] }],
    ['names a color', plotTable, ONE, { chart: 'scatter', x: 'x', y: ['y'], color: 'day' }],
    ['names a panel', plotTable, ONE, { chart: 'scatter', x: 'x', y: ['y'], facet: 'day' }],
    ['names a column of a pivot table', pivotTable, ONE, { columns: ['day'], values: ['y'] }],
    ['names a column made of rows', reshapeTable, ONE, { direction: 'wider', names_from: 'day', values_from: 'y' }],
    ['becomes text beside numbers', reshapeTable, ONE, { direction: 'longer', value_columns: ['day', 'x'] }],
    ['names a group of a fit', fitCurve, ONE, { x: 'x', y: 'y', group_by: 'day' }],
    ['breaks a rule', validateTable, ONE, { rules: [{ column: 'day', check: 'is unique' }] }],
    ['differs', compareTables, { table: ONE, other: { 'b.csv': OTHER } }, { keys: ['x'] }],
    ['has no match', joinTables, { table: ONE, other: { 'b.csv': OTHER } }, { keys: ['day'], keep: 'both' }],
    ['becomes text beside texts', concatenateTables, { tables: { ...ONE, 'b.csv': 'day,x\nMonday,1\n' } }, {}],
  ] as const)('is written with minutes in its offset where it %s', async (_, step, files, parameters) => {
    const shown = await shownBy(step, files, parameters)

    expect(shown).toContain('00:00:00+00:00')
    expect(shown).not.toMatch(/00:00:00\+00(?!:)/)
  })
})
