import { describe, expect, it } from 'vitest'
import { messyCsv, runOn } from '#testing.ts'
import { splitByColumn } from './split-by-column.ts'

describe('split_by_column', () => {
  it('writes every row into exactly one file, named after its value', async () => {
    const text = 'key,n\na/b,1\nx,2\n,3\na\\b,4\nx,5\n'

    const outcome = await runOn(splitByColumn, { 'a.csv': text }, { column: 'key', output_format: 'csv' })

    expect(outcome.outputs.map(({ name }) => name)).toEqual(['a_a_b.csv', 'a_x.csv', 'a_empty.csv', 'a_a_b (2).csv'])
    expect(await outcome.text('parts')).toBe('key,n\na/b,1\n')
    expect(outcome.result).toEqual({ files: 4, rows: 5 })
  })

  it('names files after the start of long values, between the name of the input and the extension', async () => {
    const text = `key,n\n${'x'.repeat(200)},1\n${'🌊'.repeat(110)},2\n`

    const outcome = await runOn(splitByColumn, { 'levels.csv': text }, { column: 'key' })

    const names = outcome.outputs.map(({ name }) => name)
    expect(names).toEqual([`levels_${'x'.repeat(40)}….parquet`, `levels_${'🌊'.repeat(40)}….parquet`])
  })

  it('splits by values with NUL characters', async () => {
    const text = JSON.stringify([{ key: 'a\0b' }, { key: "'\0" }, { key: 'a\0b' }])

    expect((await runOn(splitByColumn, { 'a.json': text }, { column: 'key' })).result).toEqual({ files: 2, rows: 3 })
  })

  it('splits a logger file', async () => {
    const outcome = await runOn(splitByColumn, { 'köln.csv': messyCsv() }, { column: 'station' })

    expect(outcome.outputs).toMatchObject([{ name: 'köln_Köln.parquet' }])
  })

  it('refuses a column with too many values', async () => {
    const text = `id\n${Array.from({ length: 501 }, (_, at) => `x${at}`).join('\n')}\n`

    await expect(runOn(splitByColumn, { 'a.csv': text }, { column: 'id' })).rejects.toThrow(
      '`id` has more than 500 different values, and each would become a file.',
    )
  })
})
