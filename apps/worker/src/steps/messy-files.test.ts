import { readFile } from 'node:fs/promises'
import type { ExampleFile, Step } from '@millrace/worker-sdk'
import { describe, expect, it } from 'vitest'
import { TABLE_STEPS } from '#steps.ts'
import { type Files, type Outcome, runOn } from '#testing.ts'

/**
 * Returns the cells of an example, after emptying some and adding a second column with the name of the first column.
 */
function cellsOf({ text = '' }: ExampleFile): string[][] {
  const [header = [], ...rows] = text
    .trim()
    .split('\n')
    .map((line) => line.split(','))
  const isNumber = (cell: string | undefined) => cell !== '' && !Number.isNaN(Number(cell))
  const gap = header.findLastIndex((_, at) => rows.every((row) => isNumber(row[at])))
  const withGaps = rows.map((row, index) => row.map((cell, at) => (at === gap && index % 4 === 2 ? '' : cell)))
  return [
    [...header, header[0] ?? ''],
    ...withGaps.map((row, index) => [...row, index % 3 === 0 ? '' : `Höhe ${index}`]),
  ]
}

/**
 * Returns the table as other steps write it. The repeated column name gets a number, as when the messy file is read.
 */
function cleanFile(cells: readonly string[][]): string {
  const [header = [], ...rows] = cells
  const named = [...header.slice(0, -1), `${header[0]} (2)`]
  return `${[named, ...rows].map((row) => row.join(',')).join('\n')}\n`
}

/**
 * Returns the table as a German Excel or data logger writes it. If the last cell of a row is empty, the delimiter
 * before it is left out.
 */
function messyFile(cells: readonly string[][]): Uint8Array {
  const lines = cells.map((row) =>
    row
      .map((cell) => (/^-?\d+\.\d+$/.test(cell) ? cell.replace('.', ',') : cell))
      .join(';')
      .replace(/;$/, ''),
  )
  return Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), Buffer.from(`${lines.join('\r\n')}\r\n`, 'latin1')])
}

/** Runs the first example of a step on files derived from the example’s files. Table results are written as CSV. */
function runOnExample(step: Step, write: (cells: readonly string[][]) => string | Uint8Array): Promise<Outcome> {
  const [example] = step.examples ?? []
  const inputs = Object.entries(example?.inputs ?? {}).map(([slot, files]): [string, Files] => [
    slot,
    Object.fromEntries(files.map((file) => [file.name, write(cellsOf(file))])),
  ])
  const wanted = Object.entries({ output_format: 'csv', format: 'csv', save_as: [] })
  const chosen = wanted.filter(([name]) => name in (step.parameters?.properties ?? {}))
  return runOn(step, Object.fromEntries(inputs), { ...example?.parameters, ...Object.fromEntries(chosen) })
}

/**
 * Slots whose results describe how a file was read. They differ between clean and messy files, so they are not
 * compared. In a profile, only the columns are compared.
 */
const SAYS_HOW = ['summary', 'report']

async function written({ outputs }: Outcome) {
  const results = outputs.filter(({ slot }) => !SAYS_HOW.includes(slot))
  const read = results.map(async ({ slot, path, mediaType }) => {
    const text = await readFile(path, 'utf8')
    return { slot, mediaType, content: slot === 'profile' ? JSON.parse(text).columns : text }
  })
  return Promise.all(read)
}

describe.each(TABLE_STEPS.map((step) => [step.functionName, step] as const))('%s', (_, step) => {
  it('gives the same result for a Latin-1 file with semicolons, decimal commas, a repeated header and gaps', async () => {
    const clean = await written(await runOnExample(step, cleanFile))

    const messy = await written(await runOnExample(step, messyFile))

    expect(clean.length).toBeGreaterThan(0)
    expect(messy).toEqual(clean)
  })
})
