import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Engine, openEngine } from './engine.ts'
import { sqlText } from './sql.ts'

let folder: string
let engine: Engine

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'safe-strptime-'))
  engine = await openEngine(folder)
  await engine.parse('SELECT 1')
})

afterAll(async () => {
  await engine.close()
  await rm(folder, { recursive: true })
})

const answer = (sql: string) =>
  engine
    .row<{ time: string | null; type: string }>(`SELECT (${sql})::VARCHAR AS time, typeof(${sql}) AS type`)
    .catch((error: Error) => error.message.split('\n')[0])

const TEXTS = fc.stringMatching(
  /^ ?[0-3]?\d[./-][01]?\d[./-](20)?\d\d([ T][0-2]\d:\d\d(:\d\d(\.\d{3,9})?)?( PM)?( ?\+0[12](:00)?)?)?[ |x]{0,2}$/,
)
const FORMATS = fc.stringMatching(/^ ?%d[./-]%m[./-]%[Yy]([ T]%H:%M(:%S(\.%[fn])?)?( %p)?( ?%z)?)?[ |x]{0,2}$/)

describe('strptime and try_strptime in users’ queries', () => {
  it('return the same as the engine’s own functions', async () => {
    await fc.assert(
      fc.asyncProperty(
        TEXTS,
        FORMATS,
        fc.array(FORMATS, { minLength: 1, maxLength: 3 }),
        async (text, format, list) => {
          const formats = `[${list.map(sqlText).join(', ')}]`
          for (const call of [`(${sqlText(text)}, ${sqlText(format)})`, `(${sqlText(text)}, ${formats})`])
            expect(await answer(`try_strptime${call}`)).toEqual(await answer(`system.main.try_strptime${call}`))
        },
      ),
      { numRuns: 300 },
    )
  })

  it('use formats only with texts to which a space is appended', async () => {
    const plan = await engine.rows<Record<string, string>>(
      `EXPLAIN SELECT strptime(i::VARCHAR || 'abcdefghijklm', '%Y %m') FROM range(3) r(i)`,
    )

    expect(Object.values(plan[0] ?? {}).join()).toContain("|| ' ')")
  })

  it.each([
    `strptime('2024-01-01 10:00:00X', '%Y-%m-%d %H:%M:%S')`,
    `strptime('2024-01-01 10:00:00', '%Q')`,
    `strptime('infinity', '%Y')`,
    `strptime(2024, '%Y')`,
    `strptime(NULL, '%Y')`,
    `strptime('2024-01-01 10:00:00', NULL)`,
  ])('%s returns the same as in the engine', async (sql) => {
    expect(await answer(sql)).toEqual(await answer(`system.main.${sql}`))
  })
})
