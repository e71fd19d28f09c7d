import { describe, expect, it } from 'vitest'
import { messyCsv, runOn, SMALL } from '#testing.ts'
import { queryTable } from './query-table.ts'

const ask = (sql: string, files: Record<string, string | Uint8Array> = { 'small.csv': SMALL }) =>
  runOn(queryTable, files, { sql })

describe('query_table', () => {
  it('returns the whole first table by default', async () => {
    const outcome = await runOn(queryTable, { 'small.csv': SMALL })

    expect(await outcome.rows('result')).toHaveLength(3)
    expect(outcome.outputs.map((output) => output.name)).toEqual(['small_query.parquet'])
  })

  it('joins tables that are named after their files', async () => {
    const rivers = 'station;river\nKöln;Rhein\nBonn;Rhein\n'

    const outcome = await ask(
      `SELECT river, count(*) AS n, max(level_cm) AS top FROM small JOIN "the rivers" USING (station) GROUP BY river -- end`,
      { 'small.csv': SMALL, 'the rivers.csv': rivers },
    )

    expect(await outcome.rows('result')).toEqual([{ river: 'Rhein', n: 3, top: 302.5 }])
    expect(outcome.log).toContain('Tables: small, input, table1, the rivers, table2.')
  })

  it('computes with numbers written with decimal commas', async () => {
    const outcome = await ask('SELECT round(avg("Höhe"), 1) AS mean FROM input', { 'köln.csv': messyCsv() })

    expect(await outcome.rows('result')).toEqual([{ mean: 306.4 }])
  })

  it('accepts a table without rows', async () => {
    expect((await ask('SELECT count(*) AS n FROM input', { 'a.csv': 'a,b\n' })).result).toEqual({ rows: 1, columns: 1 })
  })

  const has = 'small.csv has timestamp, station, level_cm. Correct the query and start again.'
  it.each([
    [
      'an unknown column',
      'SELECT level FROM input',
      `The query could not be run: Referenced column "level" not found in FROM clause! Candidate bindings: "level_cm". ${has}`,
    ],
    ['invalid SQL', 'SELEC 1', `The query could not be run: syntax error at or near "SELEC". ${has}`],
    ['several statements', 'SELECT 1; SELECT 2', 'The query has several statements. Keep one SELECT.'],
    [
      'a change of the tables',
      'DROP VIEW small',
      'The query would change something. Write one SELECT; the tables are read-only.',
    ],
    [
      'a file of the worker',
      `SELECT * FROM read_text('/etc/passwd')`,
      'The query could not be run: Cannot access file "/etc/passwd"',
    ],
    ['an injection that closes the subquery', `SELECT 1); COPY (SELECT 1) TO '/tmp/x`, 'The query could not be run:'],
    ['nothing', ' ; ', 'The query is empty. Write a SELECT, such as: SELECT * FROM input'],
  ])('refuses %s and says what to do', async (_, sql, sentence) => {
    await expect(ask(sql)).rejects.toThrow(sentence)
  })

  it('refuses an empty file and says what to do', async () => {
    await expect(ask('SELECT 1', { 'a.csv': '' })).rejects.toThrow('a.csv is empty. Choose a file with a header')
  })
})
