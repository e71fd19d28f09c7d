import { readFile } from 'node:fs/promises'
import type { ExampleFile, Step } from '@millrace/worker-sdk'
import { read } from 'hucre'
import { writeXlsx } from 'hucre/xlsx'
import { describe, expect, it } from 'vitest'
import { TABLE_STEPS } from '#steps.ts'
import { type Files, runOn } from '#testing.ts'

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
const SHEET = 'Data'

/** Returns a workbook whose second sheet is the table of an example. The first sheet is another table. */
async function workbookOf({ text = '' }: ExampleFile): Promise<Uint8Array> {
  const rows = text
    .trim()
    .split('\n')
    .map((line) => line.split(',').map((cell) => (cell !== '' && !Number.isNaN(Number(cell)) ? Number(cell) : cell)))
  const other = [
    ['unit', 'meaning'],
    ['cm', 'centimeter'],
  ]
  return writeXlsx({
    sheets: [
      { name: 'Units', rows: other },
      { name: SHEET, rows },
    ],
  })
}

/** Runs the first example of a step, with workbooks instead of its CSV files. */
async function runOnSheets(step: Step) {
  const [example] = step.examples ?? []
  const inputs: Record<string, Files> = {}
  for (const [slot, files] of Object.entries(example?.inputs ?? {})) {
    const workbooks = files.map(async (file) => [file.name.replace('.csv', '.xlsx'), await workbookOf(file)])
    inputs[slot] = Object.fromEntries(await Promise.all(workbooks)) as Files
  }
  const names = Object.keys(step.parameters?.properties ?? {})
  const wanted = { sheet: SHEET, other_sheet: SHEET, output_format: 'xlsx', format: 'xlsx' }
  const chosen = Object.entries(wanted).filter(([name]) => names.includes(name))
  return runOn(step, inputs, { ...example?.parameters, ...Object.fromEntries(chosen) })
}

/** Returns the names of the step's output slots for tables. These slots accept workbooks. */
const tableSlots = (step: Step) =>
  (step.outputs ?? []).filter(({ mediaType = '' }) => mediaType.includes(XLSX)).map(({ name }) => name)

const WITHOUT_TABLE = ['profile_table', 'plot_table', 'points_to_geojson']

describe.each(TABLE_STEPS.map((step) => [step.functionName, step] as const))('%s', (name, step) => {
  it('reads a sheet by its name, and writes its table as Excel', async () => {
    const { outputs } = await runOnSheets(step)

    expect(outputs.length).toBeGreaterThan(0)
    expect(tableSlots(step).length > 0).toBe(!WITHOUT_TABLE.includes(name))
    for (const slot of tableSlots(step)) {
      const written = outputs.filter((output) => output.slot === slot)
      expect(written.map(({ mediaType }) => mediaType)).toContain(XLSX)
      for (const { path, mediaType } of written) {
        expect(mediaType).toBe(XLSX)
        const { sheets } = await read(await readFile(path))
        expect(sheets[0]?.rows.length).toBeGreaterThan(0)
      }
    }
  })
})
