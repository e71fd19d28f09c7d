import { once } from 'node:events'
import { createWriteStream, existsSync } from 'node:fs'
import { mkdir, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { finished } from 'node:stream/promises'
import { IS_LONG } from '@millrace/tables/testing/long'
import { beforeAll, describe, expect, it } from 'vitest'
import { TABLE_STEPS } from '#steps.ts'
import { testFolder } from '#testing.ts'
import { LARGE_RUNS, on } from '#testing-large-runs.ts'
import {
  CACHE,
  type LargeOutcome,
  type LargeRun,
  MEMORY_MB,
  makeTables,
  ROWS,
  runAlone,
  runInTurn,
} from '#testing-large-tables.ts'

const WIDEST: [columns: number, rows: number] = IS_LONG ? [2000, 3000] : [700, 50]
const WIDE: [columns: number, rows: number] = IS_LONG ? [300, 20_000] : [120, 500]

/**
 * With `npm run test:long`, runs each step in its own process, as a worker does. Otherwise, runs all steps in one
 * process, which takes half the time.
 */
function running(runs: () => Promise<readonly (readonly [string, LargeRun])[]>) {
  let together: Promise<LargeOutcome[]> | undefined
  return async (at: number): Promise<LargeOutcome | undefined> => {
    const all = await runs()
    const folder = await testFolder()
    if (IS_LONG) return (await runInTurn(all.slice(at, at + 1), folder))[0]
    together ??= runInTurn(all, folder)
    return (await together)[at]
  }
}

describe(`${ROWS} rows`, { timeout: 300_000 }, () => {
  const outcome = running(async () => LARGE_RUNS.map(([name, run]) => [name, run] as const))
  beforeAll(makeTables, 120_000)

  it('are tested with every step on tables', () => {
    expect(new Set(LARGE_RUNS.map(([name]) => name))).toEqual(new Set(TABLE_STEPS.map((step) => step.functionName)))
  })

  it.each(LARGE_RUNS.map(([name, , result], at) => ({ name, result, at })))(
    'are processed within the memory limit by $name',
    async ({ result, at }) => {
      const done = await outcome(at)

      expect(done?.result).toMatchObject(result)
      expect(done?.peakMb).toBeLessThan(MEMORY_MB)
    },
  )
})

/** Creates a table with one time column; the other columns are numeric. */
async function makeWide(columns: number, rows: number): Promise<string> {
  const path = join(CACHE, `wide-${columns}-${rows}.csv`)
  if (existsSync(path)) return path
  await mkdir(CACHE, { recursive: true })
  const out = createWriteStream(`${path}.part`)
  const names = Array.from({ length: columns - 1 }, (_, column) => `sensor_${column}`)
  out.write(`time,${names.join(',')}\n`)
  for (let row = 0; row < rows; row += 1) {
    const time = new Date(Date.UTC(2024, 0, 1, 0, row)).toISOString()
    const cells = names.map((_, column) => (20 + (((row + 1) * (column + 7)) % 997) / 100).toFixed(2))
    if (!out.write(`${time.slice(0, 16).replace('T', ' ')},${cells.join(',')}\n`)) await once(out, 'drain')
  }
  out.end()
  await finished(out)
  await rename(`${path}.part`, path)
  return path
}

describe('wide tables', { timeout: 300_000 }, () => {
  const cases = [
    ['convert_table', WIDE, { rows: WIDE[1], columns: WIDE[0] }],
    ['clean_table', WIDE, { rows: WIDE[1] }],
    ['profile_table', WIDE, { rows: WIDE[1], columns: WIDE[0], duplicateRows: 0 }],
    ['aggregate_table', WIDE, { columns: 1 + 1 + (WIDE[0] - 1) * 3 }],
    ['convert_table', WIDEST, { rows: WIDEST[1], columns: WIDEST[0] }],
    ['plot_table', WIDEST, { chart: 'line', traces: 1 }],
    ...(IS_LONG ? ([['resample_series', [2000, 3], { rows: 1, columns: 2000 }]] as const) : []),
  ] as const
  const outcome = running(async () => {
    const runs: [string, LargeRun][] = []
    for (const [name, size] of cases) runs.push([name, on(await makeWide(size[0], size[1]))])
    return runs
  })

  it.each(cases.map(([name, size, result], at) => ({ name, size, result, at })))(
    'fit into the memory limit of $name: $size',
    async ({ result, at }) => {
      const done = await outcome(at)

      expect(done?.result).toMatchObject(result)
      expect(done?.peakMb).toBeLessThan(MEMORY_MB)
    },
  )

  it('are refused before reading if the result would have too many columns', async () => {
    const table = await makeWide(...WIDEST)

    await expect(runAlone('aggregate_table', on(table), await testFolder())).rejects.toThrow(
      `would make ${(3 * (WIDEST[0] - 1)).toLocaleString('en')} columns; up to 2,000 are possible`,
    )
  })
})
