import { describe, expect, it } from 'vitest'
import { runOn } from '#testing.ts'
import { plotTable } from '../plot-table.ts'
import type { Figure } from './figure.ts'

const SERIES = 'time,level [cm]\n2024-01-01,3\n2024-01-02,30\n2024-01-03,300\n'
const BARS = 'station,level\nstation 10,5\nstation 9,50\nBonn,20\n'

async function layoutOf(text: string, parameters: Record<string, unknown>) {
  const outcome = await runOn(plotTable, { 'a.csv': text }, parameters)
  return (await outcome.json<Figure>('plot')).layout
}

describe('the axes of a chart', () => {
  it('have the chosen titles and limits', async () => {
    const layout = await layoutOf(SERIES, {
      x_title: 'Day',
      y_title: 'Water level',
      x_min: '2024-01-02',
      x_max: '2024-02',
      y_max: 250,
    })

    expect(layout.xaxis).toMatchObject({
      title: { text: 'Day' },
      range: ['2024-01-02 00:00:00', '2024-02-01 00:00:00'],
    })
    expect(layout.yaxis).toMatchObject({ title: { text: 'Water level' }, range: [null, 250] })
  })

  it('keep their own titles and limits by default', async () => {
    const layout = await layoutOf(SERIES, {})

    expect(layout.xaxis.title.text).toBe('Time')
    expect(layout.yaxis.title.text).toBe('Level (cm)')
    expect(layout.xaxis.range ?? layout.yaxis.range).toBeUndefined()
  })

  it('have limits as exponents if they are logarithmic', async () => {
    expect((await layoutOf(SERIES, { log_y: true, y_min: 1, y_max: 1000 })).yaxis).toMatchObject({
      type: 'log',
      range: [0, 3],
    })
    await expect(layoutOf(SERIES, { log_y: true, y_min: 0 })).rejects.toThrow('Enter a positive limit.')
  })

  it('refuse limits that no axis can have', async () => {
    await expect(layoutOf(SERIES, { y_min: 5, y_max: 5 })).rejects.toThrow('“Y from” must be lower than “Y to”.')
    await expect(layoutOf(SERIES, { x_min: 'soon' })).rejects.toThrow('“soon” is not a time.')
    await expect(
      layoutOf('a,b\n1,2\n3,4\n', { chart: 'scatter', x: 'a', y: ['b'], x_min: '2024-01-01' }),
    ).rejects.toThrow('“2024-01-01” is not a number.')
  })
})

describe('bars', () => {
  it.each([
    ['table', ['station 10', 'station 9', 'Bonn']],
    ['highest first', ['station 9', 'Bonn', 'station 10']],
    ['lowest first', ['station 10', 'Bonn', 'station 9']],
    ['name', ['Bonn', 'station 9', 'station 10']],
  ])('are in this order: %s', async (order, stations) => {
    const outcome = await runOn(plotTable, { 'a.csv': BARS }, { chart: 'bar', x: 'station', y: ['level'], order })
    const { data, layout } = await outcome.json<Figure>('plot')

    expect(data[0]?.x).toEqual(stations)
    expect(layout.xaxis.categoryarray).toEqual(stations)
  })

  it.each([
    ['scatter', { x: 'x', log_y: true }, '2 of 5 points are'],
    ['scatter', { x: 'x', log_x: true }, '1 of 5 points is'],
    ['line', { x: 'x', log_x: true, log_y: true }, '3 of 5 points are'],
    ['bar', { x: 's', log_y: true }, '1 of 2 bars is'],
    ['box', { x: 's', log_y: true }, '1 of 2 boxes is'],
  ])('note which values a logarithmic %s chart leaves out: %j', async (chart, parameters, found) => {
    const text = 'x,s,y\n0,a,1\n1,a,10\n2,b,-3\n3,b,0\n4,a,7\n'

    const { log } = await runOn(plotTable, { 'a.csv': text }, { chart, y: ['y'], ...parameters })

    expect(log.find((line) => line.includes('logarithmic'))).toContain(`so ${found} not drawn, or only in part.`)
  })
})
