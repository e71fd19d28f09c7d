import { expect, it } from 'vitest'
import { testDatabase } from './testing/database.ts'

const db = await testDatabase()

const TEXTS = [
  '',
  ' ',
  'plain',
  'a b',
  'a,b',
  '{x}',
  '"',
  '\\',
  '\\"',
  'NULL',
  'null',
  'line\nbreak',
  'k=“v”',
  '🦆',
  "it's",
]

it.each([
  ['no texts', []],
  ['one empty text', ['']],
  ['texts with special characters', TEXTS],
  ['all pairs of them', TEXTS.flatMap((a) => TEXTS.map((b) => a + b))],
  ['missing values', ['a', null, 'NULL', null]],
  ['a very long text', ['x"\\'.repeat(500_000)]],
])('arrays with %s are read as they were written', async (_what, texts) => {
  const { rows } = await db.pool.query('select $1::text[] as texts', [texts])

  expect(rows).toEqual([{ texts }])
})
