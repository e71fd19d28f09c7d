import { describe, expect, it } from 'vitest'
import { runOn } from '#testing.ts'
import type { Figure } from './plot/figure.ts'
import { plotTable } from './plot-table.ts'

const TWO_MONTHS = `date,station,level,err
2024-01-01,Kaub,10,0.5
2024-01-15,Kaub,14,0.7
2024-01-31,Kaub,12,0.6
2024-02-01,Kaub,20,0.9
2024-01-01,Bonn,1,0.1
2024-01-02,Bonn,5,0.2
2024-02-01,Bonn,5,0.3
2024-02-02,Bonn,9,0.4
`

const PER_STATION = { color: 'station' }

async function plot(parameters: Record<string, unknown>, text = TWO_MONTHS): Promise<Figure> {
  const outcome = await runOn(plotTable, { 'levels.csv': text }, { y: ['level'], ...parameters })
  return outcome.json<Figure>('plot')
}

describe('a plot with error bars', () => {
  it('draws the mean of each month with its standard deviation, one line per station', async () => {
    const { data, layout } = await plot({ ...PER_STATION, interval: 'month', error_bars: 'deviation' })

    expect(data.map(({ name }) => name)).toEqual(['Bonn', 'Kaub'])
    expect(data[1]).toMatchObject({
      mode: 'lines+markers',
      x: ['2024-01-01 00:00:00', '2024-02-01 00:00:00'],
      y: [12, 20],
    })
    // A month with a single value has no spread.
    expect(data[1]?.error_y?.array).toEqual([2, null])
    expect(data[0]?.error_y?.array).toEqual([Math.sqrt(8), Math.sqrt(8)].map((one) => expect.closeTo(one)))
    expect(layout.yaxis.title.text).toBe('Level, monthly mean ± standard deviation')
  })

  it('divides by the square root of the number of values for the standard error', async () => {
    const { data, layout } = await plot({ ...PER_STATION, interval: 'month', error_bars: 'error' })

    expect(data[0]?.error_y?.array).toEqual([2, 2])
    expect(layout.yaxis.title.text).toBe('Level, monthly mean ± standard error')
  })

  it('takes the lengths of error bars from a column, point by point', async () => {
    const { data } = await plot({ ...PER_STATION, error_bars: 'column', error_column: 'err' })

    expect(data[0]?.error_y?.array).toEqual([0.1, 0.2, 0.3, 0.4])
    expect(data[0]?.y).toEqual([1, 5, 5, 9])
  })

  it('keeps points with equal X apart if each has its own error', async () => {
    const { data } = await plot(
      { chart: 'scatter', x: 'dose', error_bars: 'column', error_column: 'err' },
      'dose,level,err\n1,2,0.1\n2,7,0.3\n1,8,0.2\n',
    )

    expect(data[0]).toMatchObject({ x: [1, 1, 2], y: [2, 8, 7], error_y: { array: [0.1, 0.2, 0.3] } })
  })

  it('combines rows with equal X if there is no interval', async () => {
    const { data } = await plot(
      { chart: 'scatter', x: 'dose', error_bars: 'deviation' },
      'dose,level\n1,2\n1,8\n2,7\n2,7\n',
    )

    expect(data[0]).toMatchObject({
      mode: 'markers',
      x: [1, 2],
      y: [5, 7],
      error_y: { array: [expect.closeTo(Math.sqrt(18)), 0] },
    })
  })

  it('draws the error bars on bars', async () => {
    const { data, layout } = await plot({ chart: 'bar', x: 'station', error_bars: 'deviation' })

    expect(data[0]?.type).toBe('bar')
    expect(data[0]?.x).toEqual(['Kaub', 'Bonn'])
    expect(data[0]?.y).toEqual([14, 5])
    expect(data[0]?.error_y?.array.map((error) => error?.toFixed(3))).toEqual(['4.320', '3.266'])
    expect(layout.yaxis.title.text).toBe('Level, mean ± standard deviation')
  })

  it('draws one bar per month', async () => {
    const { data } = await plot({ chart: 'bar', x: 'date', interval: 'month', measure: 'sum' })

    expect(data[0]).toMatchObject({ type: 'bar', x: ['2024-01-01', '2024-02-01'], y: [42, 34] })
  })

  it.each([
    [
      { interval: 'month', x: 'level', y: ['err'], chart: 'scatter' },
      '“Combine times by” needs a time column as X, but `level` is not one.',
    ],
    [{ interval: 'month', error_bars: 'error', measure: 'sum' }, 'Standard deviation and standard error need a mean.'],
    [{ error_bars: 'column' }, 'Choose the column that has the errors.'],
    [{ error_bars: 'column', error_column: 'station' }, 'station'],
  ])('refuses %j', async (parameters, sentence) => {
    await expect(plot(parameters)).rejects.toThrow(sentence)
  })

  it('refuses to draw more intervals than points may be drawn', async () => {
    const rows = Array.from(
      { length: 200 },
      (_, at) => `${new Date(Date.UTC(2024, 0, 1) + at * 3_600_000).toISOString()},${at}`,
    )

    await expect(plot({ interval: 'hour', points: 100 }, `date,level\n${rows.join('\n')}\n`)).rejects.toThrow(
      'More than 100 intervals would have to be drawn. Combine times by a longer interval',
    )
  })
})
