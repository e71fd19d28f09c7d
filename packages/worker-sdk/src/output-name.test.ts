import { describe, expect, it } from 'vitest'
import { outputName, safeFileName, safeFolder } from './output-name.ts'

describe('outputName', () => {
  it.each([
    ['readings.csv', '_clean.parquet', 'readings_clean.parquet'],
    ['levels.2024.csv', '_daily.csv', 'levels.2024_daily.csv'],
    ['plot.plotly.json', '.csv', 'plot.csv'],
    ['readings.csv.gz', '_clean.csv', 'readings_clean.csv'],
    ['rows.json.gz', '_clean.csv', 'rows_clean.csv'],
    ['no extension', '_x.csv', 'no extension_x.csv'],
    ['.hidden', '_x', '.hidden_x'],
    ['../../etc/passwd', '_x.csv', 'passwd_x.csv'],
    ['', '_x.csv', 'result_x.csv'],
  ])('%s with %s is %s', (input, suffix, name) => {
    expect(outputName(input, suffix)).toBe(name)
  })

  it('stays short enough for every file system and keeps the suffix', () => {
    for (const letter of ['ä', 'a', '水', '🌊']) {
      const name = outputName(`${letter.repeat(500)}.csv`, '_clean.parquet')

      expect(name.endsWith(`${letter}_clean.parquet`)).toBe(true)
      expect(Buffer.byteLength(name)).toBeLessThan(256)
    }
  })
})

describe('safeFileName', () => {
  it.each([
    ['a/b\\c\u0000d.csv', 'a_b_c_d.csv'],
    ['..', 'result'],
    ['  ', 'result'],
    [`${'a'.repeat(300)}.parquet`, `${'a'.repeat(192)}.parquet`],
    [`${'a'.repeat(300)}.csv.gz`, `${'a'.repeat(193)}.csv.gz`],
  ])('%j becomes %j', (name, safe) => {
    expect(safeFileName(name)).toBe(safe)
  })
})

describe('safeFolder', () => {
  it.each([
    ['2024/gauges', '2024/gauges'],
    ['./2024//../gauges/', '2024/gauges'],
    ['a\u0000\u200b/b', 'a__/b'],
    ['/', ''],
    ['x'.repeat(2000), 'x'.repeat(1000)],
  ])('%j is %j', (folder, safe) => {
    expect(safeFolder(folder)).toBe(safe)
  })
})
