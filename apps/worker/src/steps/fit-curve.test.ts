import { IS_LONG } from '@millrace/tables/testing/long'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { messyCsv, runOn } from '#testing.ts'
import { parquetOfQuery } from '#testing-tables.ts'
import { correlateColumns } from './correlate-columns.ts'
import { fitCurve } from './fit-curve.ts'

const csv = (rows: readonly (readonly (string | number)[])[], head = 'x,y') =>
  `${head}\n${rows.map((row) => row.join(',')).join('\n')}\n`

describe('fit_curve', () => {
  it('finds the textbook line, with standard errors and R²', async () => {
    // Anscombe’s first data set: y = 3.000 + 0.500 x, R² 0.667, standard errors 1.125 and 0.118.
    const xs = [10, 8, 13, 9, 11, 14, 6, 4, 12, 7, 5]
    const ys = [8.04, 6.95, 7.58, 8.81, 8.33, 9.96, 7.24, 4.26, 10.84, 4.82, 5.68]

    const outcome = await runOn(fitCurve, { 'a.csv': csv(xs.map((x, at) => [x, ys[at]!])) }, { x: 'x', y: 'y' })

    const [intercept, slope] = await outcome.rows('coefficients')
    expect(intercept?.estimate).toBeCloseTo(3.00009, 4)
    expect(intercept?.standard_error).toBeCloseTo(1.12475, 4)
    expect(slope?.estimate).toBeCloseTo(0.50009, 4)
    expect(slope?.standard_error).toBeCloseTo(0.11791, 4)
    expect(outcome.result).toMatchObject({
      curves: 1,
      rSquared: expect.closeTo(0.66654, 4),
      deviation: expect.closeTo(1.2366, 3),
    })
    expect(outcome.log.join('\n')).toContain('y = 3.00009 + 0.500091 · x; R² 0.666542, 11 points.')
  })

  it('recovers every polynomial exactly from points on it', { timeout: 120_000 }, async () => {
    const coefficients = fc.array(fc.integer({ min: -9, max: 9 }), { minLength: 2, maxLength: 7 })
    await fc.assert(
      fc.asyncProperty(coefficients, async (wanted) => {
        const value = (x: number) => wanted.reduce((sum, factor, power) => sum + factor * x ** power, 0)
        const rows = Array.from({ length: 20 }, (_, at) => [at / 10 - 0.5, value(at / 10 - 0.5)])
        const outcome = await runOn(fitCurve, { 'a.csv': csv(rows) }, { x: 'x', y: 'y', degree: wanted.length - 1 })
        const found = (await outcome.rows('coefficients')).map((row) => Number(row.estimate))
        for (const [power, factor] of wanted.entries()) expect(found[power]).toBeCloseTo(factor, 5)
      }),
      { numRuns: IS_LONG ? 8 : 4 },
    )
  })

  it('fits each group, keeps every row, and draws points, curve and band', async () => {
    const rows = [...Array(8).keys()].flatMap((x) => [
      [x, 2 * x, 'A'],
      [x, -x + (x % 2), 'B'],
    ])

    const outcome = await runOn(
      fitCurve,
      { 'a.csv': csv([...rows, [9, '', 'A']], 'x,y,fitted') },
      { x: 'x', y: 'y', group_by: 'fitted' },
    )

    expect(outcome.result).toMatchObject({ rows: 17, curves: 2 })
    const fitted = await outcome.rows('fitted')
    expect(fitted[2]?.['fitted (2)']).toBeCloseTo(2, 9)
    expect(fitted.at(-1)).toMatchObject({ 'fitted (2)': expect.closeTo(18, 9), residual: null })
    expect((await outcome.json<{ data: unknown[] }>('plot')).data).toHaveLength(8)
    expect(outcome.log).toContain('Left out 1 row that has no value in x or y, or whose group has no curve.')
  })

  it('fits over dates, in days since the first one', async () => {
    const days = [...Array(10).keys()].map((day) => [`2024-03-${String(day + 1).padStart(2, '0')}`, 5 + 0.25 * day])

    const outcome = await runOn(fitCurve, { 'a.csv': csv([...days, ['', 3]]) }, { x: 'x', y: 'y' })

    expect(outcome.result).toMatchObject({ equation: 'y = 5 + 0.25 · days since 2024-03-01' })
    expect((await outcome.rows('fitted')).map((row) => row.fitted && Number(row.fitted))).toEqual([
      ...days.map(([, y]) => expect.closeTo(Number(y), 9)),
      null,
    ])
    const { data, layout } = await outcome.json<{ data: { x: string[] }[]; layout: object }>('plot')
    expect(data[0]?.x[0]).toBe('2024-03-01T00:00:00.000')
    expect(layout).toMatchObject({ xaxis: { type: 'date' } })
  })

  it.each([
    ['x,y\n1,2\n1,3\n1,4\n', { x: 'x', y: 'y' }, 'a.csv has too few different points for a curve of degree 1'],
    ['x,y\n1,a\n2,b\n', { x: 'x', y: 'y' }, 'Column `y` of a.csv has text, not numbers'],
    ['x,y\n1,2\n2,3\n', { x: 'x' }, 'Choose a numeric column under “Y”.'],
  ])('refuses %j and says what to do', async (text, parameters, sentence) => {
    await expect(runOn(fitCurve, { 'a.csv': text }, parameters)).rejects.toThrow(sentence)
  })

  it.each([
    ['whose squares are too large', '1,1e308\n2,-1e308\n3,1e308\n4,5\n'],
    ['whose range is too large', '-1.7e308,1\n1.7e308,2\n3,3\n4,5\n'],
    ['that are too close together', '1e-320,1\n2e-320,2\n3e-320,3\n4e-320,5\n'],
  ])('refuses numbers %s', async (_, rows) => {
    await expect(runOn(fitCurve, { 'a.csv': `x,y\n${rows}` }, { x: 'x', y: 'y' })).rejects.toThrow(
      'The values of `x` or `y` are too large, or too close together, to fit a curve. Rescale them with “Compute columns”.',
    )
  })

  it('leaves out times that are too far in the past or future for a chart', async () => {
    const rows = '290000-01-01 (BC),1\n2020-01-01,3\n2020-01-02,4\n2020-01-03,5\n2020-01-04,6.5\n'

    const outcome = await runOn(fitCurve, { 'a.csv': `x,y\n${rows}` }, { x: 'x', y: 'y' })

    expect(outcome.log.join()).toContain('y = 2.9 + 1.15 · days since 2020-01-01')
    expect(outcome.log.join()).toContain('Left out 1 row that has no value in x or y.')
  })
})

describe('correlate_columns', () => {
  it.each(['pearson', 'spearman'])(
    'uses values of any size and says that infinite ones are left out (%s)',
    async (method) => {
      const file = await parquetOfQuery(
        "VALUES (1e200, 1, 1e-200), (2e200, 2, 2e-200), (3e200, 4, 4e-200), (-4e300, 3, 3e-200), ('inf'::DOUBLE, 5, 5e-200)",
      )

      const outcome = await runOn(correlateColumns, { 'a.parquet': file }, { method })

      const rows = await outcome.rows('correlations')
      const pairs = Object.fromEntries(rows.map((row) => [`${row.column} ${row['other column']}`, row]))
      expect(pairs['col1 col2']).toMatchObject({ rows: 5 })
      expect(pairs['col1 col2']?.correlation).toBeCloseTo(1, 12)
      expect(pairs['col0 col1']).toMatchObject({ rows: 4 })
      expect(pairs['col0 col1']?.correlation).toBeCloseTo(method === 'pearson' ? -0.2581988897 : 0.4, 9)
      expect(outcome.log.join('|')).toContain('Left out 1 infinite value of `col0`.')
    },
  )

  it('correlates each pair over the rows that have both values', async () => {
    const text = csv(
      [
        [1, 2, 9],
        [2, 4, 1],
        [3, 6, 4],
        [4, '', 2],
        [5, 10, 7],
      ],
      'a,b,c',
    )

    const outcome = await runOn(correlateColumns, { 'a.csv': text })

    const [first] = await outcome.rows('correlations')
    expect(first).toMatchObject({ column: 'a', 'other column': 'b', correlation: 1, rows: 4, p_value: 0 })
    expect(outcome.result).toMatchObject({ rows: 3, strongest: 'a, b' })
  })

  it('ranks equal values alike', async () => {
    const text = csv([
      [1, 1],
      [2, 8],
      [2, 27],
      [3, 64],
      [4, 5000],
    ])

    const outcome = await runOn(correlateColumns, { 'a.csv': text }, { method: 'spearman' })

    expect((await outcome.rows('correlations'))[0]?.correlation).toBeCloseTo(0.9747, 4)
  })

  it('ranks each pair over the rows that have both values', async () => {
    const text = 'a,c0,c\n1,8,1\n2,,4\n3,3,9\n4,4,16\n5,,\n6,1,36\n7,7,49\n8,2,64\n'

    const outcome = await runOn(correlateColumns, { 'a.csv': text }, { method: 'spearman' })

    const pairs = (await outcome.rows('correlations')).map(
      ({ column, 'other column': other, correlation, rows, p_value }) => [
        `${column} ${other}`,
        correlation,
        rows,
        p_value,
      ],
    )
    // Same results as scipy.stats.spearmanr without the rows that lack a value. Equal correlations may differ in the
    // last digit.
    expect(pairs.toSorted()).toEqual([
      ['a c', 1, 7, 0],
      ['a c0', expect.closeTo(-0.48571, 5), 6, expect.closeTo(0.32872, 5)],
      ['c0 c', expect.closeTo(-0.48571, 5), 6, expect.closeTo(0.32872, 5)],
    ])
  })

  it('reads a logger file, and says what is missing', async () => {
    const outcome = await runOn(correlateColumns, { 'köln.csv': messyCsv() })

    expect(outcome.result).toMatchObject({ rows: 1 })
    await expect(runOn(correlateColumns, { 'a.csv': 'a,b\n1,x\n2,y\n' })).rejects.toThrow(
      'Correlation needs at least two numeric columns. Choose more columns of a.csv, or another file.',
    )
  })
})
