import { describe, expect, it } from 'vitest'
import { messyCsv, runOn, SMALL } from '#testing.ts'
import { VOLATILE_WORDS } from './query/volatile-words.ts'
import { queryTable } from './query-table.ts'

const ask = (sql: string, files: Record<string, string | Uint8Array> = { 'small.csv': SMALL }) =>
  runOn(queryTable, files, { sql })

describe('query_table', () => {
  it('returns the whole first table by default', async () => {
    const outcome = await runOn(queryTable, { 'small.csv': SMALL })

    expect(await outcome.rows('result')).toHaveLength(3)
    expect(outcome.outputs.map((output) => output.name)).toEqual(['small_query.parquet'])
  })

  it.each([
    ['SELECT T FROM input', true],
    ['SELECT "T (2)" FROM input', false],
    ['SELECT t AS T FROM input', false],
  ])('says which column SQL uses for a name that differs in case: %s', async (sql, isSaid) => {
    const outcome = await ask(sql, { 'a.csv': 't,T\n1,20\n' })

    const note = 'Queries ignore case, so `T` was read as `t`. Write "T (2)" for the column `T` of a.csv.'
    expect(outcome.log.includes(note)).toBe(isSaid)
  })

  it('joins tables that are named after their files', async () => {
    const rivers = 'station;river\nKöln;Rhein\nBonn;Rhein\n'

    const outcome = await ask(
      `SELECT river, count(*) AS n, max(level_cm) AS top FROM small JOIN "the rivers" USING (station) GROUP BY river -- end`,
      { 'small.csv': SMALL, 'the rivers.csv': rivers },
    )

    expect(await outcome.rows('result')).toEqual([{ river: 'Rhein', n: 3, top: 302.5 }])
    expect(outcome.log).toEqual(
      expect.arrayContaining([
        'Query small.csv as small, input or table1.',
        'Query the rivers.csv as the rivers or table2.',
      ]),
    )
  })

  it('computes with numbers written with decimal commas', async () => {
    const outcome = await ask('SELECT round(avg("Höhe"), 1) AS mean FROM input', { 'köln.csv': messyCsv() })

    expect(await outcome.rows('result')).toEqual([{ mean: 306.4 }])
  })

  it('lists every function that DuckDB does not consider consistent, so that such queries are never reused', async () => {
    const outcome = await ask(`SELECT DISTINCT function_name FROM duckdb_functions()
      WHERE function_type IN ('scalar', 'aggregate') AND coalesce(stability, 'CONSISTENT') <> 'CONSISTENT'
        AND regexp_full_match(function_name, '[a-z_0-9]+')`)

    const names = (await outcome.rows('result')).map(({ function_name: name }) => String(name))
    expect(names).toContain('random')
    expect(names.filter((name) => !VOLATILE_WORDS.includes(name))).toEqual([])
  })

  it('accepts a table without rows', async () => {
    expect((await ask('SELECT count(*) AS n FROM input', { 'a.csv': 'a,b\n' })).result).toEqual({ rows: 1, columns: 1 })
  })

  const has = 'Available: timestamp, station, level_cm.'
  it.each([
    ['an unknown column', 'SELECT level FROM input', `Column \`level\` not found. ${has}`],
    ['invalid SQL', 'SELEC 1', `The query has a syntax error at \`SELEC\`. ${has}`],
    ['an unknown table', 'SELECT * FROM smal', 'Table `smal` not found. Tables: input (the first one), small.'],
    ['an unknown function', 'SELECT averag(level_cm) FROM input', 'Function `averag` not found.'],
    ['several statements', 'SELECT 1; SELECT 2', 'The query has several statements. Keep one SELECT.'],
    ['a change of the tables', 'DROP VIEW small', 'Only SELECT is possible. Write a single SELECT.'],
    ['a plan', 'EXPLAIN SELECT 1', 'Only SELECT is possible. Write a single SELECT.'],
    [
      'a file of the worker',
      `SELECT * FROM read_text('/etc/passwd')`,
      'A query can read only the chosen tables, not files. Write `input` for the first table.',
    ],
    [
      'a function of the engine that can crash it',
      `SELECT system.main.strptime(station, '%Y') FROM input`,
      '`strptime` can only be called by its name alone. Write strptime(…) without “system”.',
    ],
    ['an injection that closes the subquery', `SELECT 1); COPY (SELECT 1) TO '/tmp/x`, 'The query'],
    [
      'a type that a function does not accept',
      'SELECT sum(station) FROM input',
      '`sum` does not accept text. Convert the value first, for example with CAST(value AS DOUBLE).',
    ],
    [
      'an operator between two types',
      'SELECT station * level_cm FROM input',
      '`*` does not work with text and a number. Convert the value first',
    ],
    [
      'a comparison of two types',
      'SELECT * FROM input WHERE station > 3',
      'The query compares text with a number. Convert the value first',
    ],
    [
      'text that is not a number',
      'SELECT CAST(station AS INTEGER) AS n FROM input',
      '“Köln” in column `station` is not a number. Correct the value, or use TRY_CAST, which leaves such cells empty.',
    ],
    [
      'text that is not a date',
      'SELECT CAST(station AS DATE) AS d FROM input',
      '“Köln” in column `station` is not a date such as 2024-11-20. Correct the value',
    ],
    [
      'a date that does not exist',
      `SELECT DATE '2020-99-01' AS d FROM input`,
      '“2020-99-01” is not a date such as 2024-11-20.',
    ],
    [
      'a number that is too large',
      'SELECT CAST(1e10 AS SMALLINT) AS n',
      '10000000000.0 does not fit into the type INT16. Use a larger type, such as DOUBLE.',
    ],
    [
      'the time of day of a time with an offset',
      `SELECT '2024-01-15 12:00:00+01'::TIMESTAMPTZ::TIME AS t`,
      "A time with a UTC offset can’t be cast to TIME without a time zone. Specify one, such as (value AT TIME ZONE 'UTC')::TIME.",
    ],
    ['an overflow', 'SELECT 9223372036854775807 + 1 AS n', 'A number in the query becomes too large.'],
    [
      'a column of several tables',
      'SELECT station FROM input JOIN table1 ON true',
      'Column `station` is in several tables. Write `input.station` or `table1.station`.',
    ],
    [
      'a column that is neither grouped nor aggregated',
      'SELECT station, max(level_cm) FROM input',
      'Column `station` is neither grouped nor aggregated. Add it to GROUP BY, or use any_value(station).',
    ],
    ['an unknown table name before a column', 'SELECT zzz.a FROM input', 'Table `zzz` not found. Tables: input'],
    [
      'a query that is cut off',
      'SELECT * FROM input WHERE',
      'The query is incomplete. Check for a missing clause or parenthesis.',
    ],
    ['a quotation mark that is not closed', `SELECT 'a FROM input`, 'A quotation mark in the query is not closed.'],
    ['several rows for one value', 'SELECT (SELECT station FROM input) AS s', 'returned several rows. Aggregate them'],
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
