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

  const has = 'Available: timestamp, station, level_cm.'
  it.each([
    ['an unknown column', 'SELECT level FROM input', `There is no column \`level\`. ${has}`],
    ['invalid SQL', 'SELEC 1', `The query has a syntax error at \`SELEC\`. ${has}`],
    ['an unknown table', 'SELECT * FROM smal', 'There is no table `smal`. Tables: input (the first one), small.'],
    ['an unknown function', 'SELECT averag(level_cm) FROM input', 'There is no function `averag`.'],
    ['several statements', 'SELECT 1; SELECT 2', 'The query has several statements. Keep one SELECT.'],
    [
      'a change of the tables',
      'DROP VIEW small',
      'The query would change something. Write one SELECT; the tables are read-only.',
    ],
    [
      'a file of the worker',
      `SELECT * FROM read_text('/etc/passwd')`,
      'The query failed: Cannot access file "/etc/passwd"',
    ],
    ['an injection that closes the subquery', `SELECT 1); COPY (SELECT 1) TO '/tmp/x`, 'The query'],
    ['nothing', ' ; ', 'The query is empty. Write a SELECT, such as: SELECT * FROM input'],
  ])('refuses %s and says what to do', async (_, sql, sentence) => {
    await expect(ask(sql)).rejects.toThrow(sentence)
  })

  it.each([
    [
      'SELECT station,\n  levl_cm FROM input',
      { wrong: 'levl_cm', offset: 18, suggestions: ['level_cm', 'station', 'timestamp'] },
    ],
    [
      'SELECT i."Level" FROM input i',
      { wrong: '"Level"', offset: 9, suggestions: ['level_cm', 'station', 'timestamp'] },
    ],
    ['SELECT * FROM smal', { wrong: 'smal', offset: 14, suggestions: ['small', 'input'] }],
    ['SELECT 1 FRM input', { wrong: 'input', offset: 13, suggestions: [] }],
    ['SELECT station, max(level_cm) FROM input', { wrong: 'station', offset: 7, suggestions: [] }],
    ['SELECT station[1].x FROM input', { suggestions: [] }],
  ])('points at the wrong part of %j and suggests names', async (sql, parameter) => {
    await expect(ask(sql)).rejects.toMatchObject({ parameter: { name: 'sql', ...parameter } })
  })

  it('refuses an empty file and says what to do', async () => {
    await expect(ask('SELECT 1', { 'a.csv': '' })).rejects.toThrow('a.csv is empty. Choose a file with a header')
  })
})
