import { readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { messyCsv, runOn, SMALL } from '#testing.ts'
import { computeColumns } from './compute-columns.ts'

const compute = (columns: { name: string; formula: string }[], more: Record<string, unknown> = {}, text = SMALL) =>
  runOn(computeColumns, { 'small.csv': text }, { columns, ...more })

describe('compute_columns', () => {
  it('adds columns, uses earlier ones, and replaces existing ones', async () => {
    const outcome = await compute([
      { name: 'level_m', formula: 'level_cm / 100' },
      { name: 'high', formula: 'level_m > 3 -- a comment' },
      { name: 'Station', formula: 'upper(station)' },
    ])

    expect((await outcome.rows('computed'))[0]).toEqual({
      timestamp: '2024-03-01 00:00:00',
      station: 'KÖLN',
      level_cm: 301.5,
      level_m: 3.015,
      high: true,
    })
    expect(outcome.log).toContain('level_m: 3 values, 0 empty cells.')
  })

  it.each([
    ['T * 2', '"T (2)" * 2'],
    ['"T" + t', '"T (2)" + t'],
    ["concat('T', T)", `concat('T', "T (2)")`],
  ])('refuses %s, in which SQL would take t for T', async (formula, fixed) => {
    const run = compute([{ name: 'x', formula }], {}, 't,T\n1,20\n2,30\n')

    await expect(run).rejects.toMatchObject({
      message:
        'The formula of `x` can’t be computed. Formulas ignore case, so `T` could be `t`. Write "T (2)" for the column `T` of small.csv.',
      parameter: { suggestions: [fixed] },
    })
  })

  it('replaces the column that had the name in the file, and leaves texts and functions unchanged', async () => {
    const outcome = await compute([{ name: 'T', formula: `"T (2)" + length('T') + t` }], {}, 't,T\n1,20\n2,30\n')

    expect(await outcome.rows('computed')).toEqual([
      { t: 1, 'T (2)': 22 },
      { t: 2, 'T (2)': 33 },
    ])
  })

  it('stops at a value that cannot be converted, or leaves its cell empty', async () => {
    const columns = [{ name: 'n', formula: 'station::INTEGER' }]

    await expect(compute([{ name: 'm', formula: '1' }, ...columns])).rejects.toThrow(
      'The formula of `n` fails for some rows of small.csv. “Köln” in column `station` is not a number. Correct it, or set “Rows where a formula fails” to leave the cell empty.',
    )
    const outcome = await compute(columns, { errors: 'empty' })

    expect(outcome.log).toContain('n: 0 values, 3 empty cells.')
  })

  it.each(['(SELECT 1)', 'SELECT 1', 'random() * 0 + 1'])('leaves cells empty where %s fails', async (formula) => {
    const outcome = await compute([{ name: 'n', formula }], { errors: 'empty' })

    expect(outcome.log).toContain('n: 3 values, 0 empty cells.')
  })

  it('computes with the decimal commas and gaps of a logger file', async () => {
    const columns = [{ name: 'Höhe in m', formula: '"Höhe" / 100' }]

    const outcome = await runOn(computeColumns, { 'köln.csv': messyCsv() }, { columns })

    const rows = await outcome.rows('computed')
    expect(rows[0]).toMatchObject({ Höhe: 300, 'Höhe in m': 3 })
    expect(outcome.log.join('\n')).toMatch(/Höhe in m: 295 values, 1 empty cell\./)
    expect(outcome.outputs[0]?.name).toBe('köln_computed.parquet')
  })

  it('divides by zero into an empty cell', async () => {
    const outcome = await compute([{ name: 'q', formula: 'level_cm / 0' }])

    expect((await outcome.rows('computed')).map((row) => row.q)).toEqual([null, null, null])
  })

  it.each(['stop', 'empty'])(
    'keeps the order of rows with windows over several of them, errors: %s',
    async (errors) => {
      const text = `k,v\n${[5, 3, 4, 1, 2].map((n) => `${n},${n * 1.5}`).join('\n')}\n`
      const columns = [
        { name: 'sum', formula: 'sum(v) over (order by k)' },
        { name: 'mean', formula: 'avg(v) over (order by k rows 1 preceding)' },
      ]

      const outcome = await compute(columns, { errors }, text)

      expect(await outcome.rows('computed')).toEqual([
        { k: 5, v: 7.5, sum: 22.5, mean: 6.75 },
        { k: 3, v: 4.5, sum: 9, mean: 3.75 },
        { k: 4, v: 6, sum: 15, mean: 5.25 },
        { k: 1, v: 1.5, sum: 1.5, mean: 1.5 },
        { k: 2, v: 3, sum: 4.5, mean: 2.25 },
      ])
    },
  )

  it.each([
    ['avg(level_cm)', 'avg(level_cm)', 'avg(level_cm) over ()'],
    ['level_cm - mean(level_cm)', 'mean(level_cm)', 'level_cm - mean(level_cm) over ()'],
    [
      "(level_cm - min(level_cm)) / (max(level_cm) - min(level_cm)) || ' sum(1)'",
      'min(level_cm)',
      "(level_cm - min(level_cm) over ()) / (max(level_cm) over () - min(level_cm) over ()) || ' sum(1)'",
    ],
    ['count(*)', 'count(*)', 'count(*) over ()'],
  ])('suggests all rows for an aggregate: %s', async (formula, call, suggestion) => {
    const error = await compute([{ name: 'x', formula }]).catch((fault: unknown) => fault)

    expect(error).toMatchObject({
      message: `The formula of \`x\` can’t be computed. ${call} aggregates many rows. Say which, for example ${call} over () for all of them.`,
      parameter: { name: 'columns', wrong: formula, suggestions: [suggestion] },
    })
    const { log } = await compute([{ name: 'x', formula: suggestion }])
    expect(log).toContain('x: 3 values, 0 empty cells.')
  })

  it('names the formula that fails for a Parquet file, whose cells are counted without being read', async () => {
    const { outputs } = await compute([{ name: 'n', formula: '1' }], { output_format: 'parquet' })
    const files = { 'small.parquet': await readFile(outputs[0]?.path ?? '') }

    await expect(
      runOn(computeColumns, files, { columns: [{ name: 'm', formula: '9223372036854775807 + 1' }] }),
    ).rejects.toThrow(
      'The formula of `m` fails for some rows of small.parquet. A number in the query becomes too large. Correct it,',
    )
  })

  it('names the formula that fails, in words that do not mention the engine', async () => {
    const columns = ['1 + 1', 'sqrt(-1 * level_cm)'].map((formula, at) => ({ name: `c${at}`, formula }))

    await expect(compute(columns)).rejects.toThrow(
      'The formula of `c1` fails for some rows of small.csv: cannot take square root of a negative number. Correct it,',
    )
  })

  it.each([
    ['levl + 1', 'The formula of `x` can’t be computed. Column `levl` not found.'],
    ['1) FROM table_0; DROP TABLE x; --', 'The formula of `x` can’t be computed.'],
    ['1, 2', 'The formula of `x` is not a single expression.'],
    ['1 AS a, (2', 'The formula of `x` can’t be computed.'],
    ["(SELECT content FROM read_text('/etc/passwd'))", 'The formula of `x` can’t be computed.'],
    [
      'level_cm +',
      'The formula of `x` can’t be computed. It is incomplete. Check for a missing clause or parenthesis.',
    ],
    ['(level_cm + ) * 2', 'The formula of `x` can’t be computed. It has a syntax error at `)`.'],
    ["read_csv('a.csv')", 'can’t be computed. `read_csv` returns a table, not a value.'],
  ])('refuses the formula %s', async (formula, sentence) => {
    await expect(compute([{ name: 'x', formula }])).rejects.toThrow(sentence)
  })
})
