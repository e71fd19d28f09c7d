import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Engine, openEngine } from './engine.ts'
import { sqlText } from './sql.ts'
import { strptimeSql, TIME_SPELLINGS } from './time-formats.ts'

let folder: string
let engine: Engine

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'time-formats-'))
  engine = await openEngine(folder)
})

afterAll(async () => {
  await engine.close()
  await rm(folder, { recursive: true })
})

async function timesOf(sql: string): Promise<string | null> {
  const { time } = await engine.row<{ time: string | null }>(`SELECT CAST(${sql} AS VARCHAR) AS time`)
  return time
}

describe('strptimeSql', () => {
  it('reads the same as the engine, and does not read past the end of the text', async () => {
    const text = fc.stringMatching(/^[0-3]?\d[./-][01]?\d[./-](20)?\d\d([ T][0-2]\d:\d\d(:\d\d)?( PM)?)?\|?$/)
    const all = TIME_SPELLINGS.map(({ formats }) => formats)
    await fc.assert(
      fc.asyncProperty(text, fc.constantFrom(...all), async (time, formats) => {
        const plain = `try_strptime(${sqlText(time)}, [${formats.map(sqlText).join(', ')}])`

        const sql = strptimeSql(sqlText(time), formats)

        expect(await timesOf(sql)).toBe(await timesOf(plain))
        // The engine reads beyond the text only if every character of the text matches the format.
        expect(sql).toContain(`${sqlText(time)} || '|'`)
        for (const format of formats) expect(sql).toContain(sqlText(`${format}|`))
      }),
    )
  })

  it.each(['', ' ', '|', '01.02.2024|', '01.02.2024 10:11|'])('finds no time in %o', async (text) => {
    expect(await timesOf(strptimeSql(sqlText(text), ['%d.%m.%Y', '%d.%m.%Y %H:%M']))).toBeNull()
  })
})
