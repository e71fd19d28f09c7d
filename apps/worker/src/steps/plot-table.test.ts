import { describe, expect, it } from 'vitest'
import { riverGaugesCsv } from '#sample/river-gauges.ts'
import { messyCsv, runOn, SMALL } from '#testing.ts'
import { parquetOf } from '#testing-tables.ts'
import { axisTitle, unitOf } from './plot/axis-title.ts'
import type { Figure } from './plot/figure.ts'
import { plotTable } from './plot-table.ts'

async function plot(text: string | Uint8Array, parameters: Record<string, unknown> = {}, name = 'a.csv') {
  const outcome = await runOn(plotTable, { [name]: text }, parameters)
  return { ...outcome, figure: await outcome.json<Figure>('plot') }
}

describe('plot_table', () => {
  it('draws lines over time, colored by station, by default', async () => {
    const { figure, outputs } = await plot(riverGaugesCsv(), {}, 'river_gauges_sample.csv')

    expect(outputs).toMatchObject([
      { name: 'river_gauges_sample.plotly.json', mediaType: 'application/vnd.plotly.v1+json' },
    ])
    expect(figure.data.map(({ type, mode, name }) => [type, mode, name])).toEqual([
      ['scatter', 'lines', 'Kaub'],
      ['scatter', 'lines', 'Köln'],
      ['scatter', 'lines', 'Maxau'],
    ])
    expect(figure.layout).toMatchObject({
      title: { text: 'river_gauges_sample.csv' },
      xaxis: { title: { text: 'Timestamp' }, type: 'date' },
      yaxis: { title: { text: 'Level (cm)' } },
    })
  })

  it('draws the first numbers that vary within a line, rather than numbers that describe the station', async () => {
    const rows = [1, 2, 3, 4].flatMap((day) => [
      `2024-03-0${day},Kaub,546,${200 + day}`,
      `2024-03-0${day},Köln,688,${300 + day}`,
    ])

    const { figure } = await plot(`day,station,km,level\n${rows.join('\n')}\n`)

    expect(figure.data.map(({ y }) => y)).toEqual([
      [201, 202, 203, 204],
      [301, 302, 303, 304],
    ])
  })

  it('draws what varies in a single series, rather than how many readings each day has', async () => {
    const rows = [1, 2, 3, 4].map((day) => `2024-03-0${day},Köln,24,${300 + day}`)

    const { figure } = await plot(`day,station,rows,level\n${rows.join('\n')}\n`)

    expect(figure.data.map(({ y }) => y)).toEqual([[301, 302, 303, 304]])
  })

  it('leaves out times that are too far in the past or future for a chart', async () => {
    const cells = ["'290000-01-01'", "'infinity'", "'2024-03-01 12:00'", "'2024-03-02 12:00'"]
    const file = await parquetOf({
      rows: 4,
      columns: [
        { name: 'time', type: 'TIMESTAMP', cells },
        { name: 'level', type: 'DOUBLE', cells: ['1', '2', '3', '4'] },
      ],
    })

    const { figure } = await plot(file, { chart: 'line', x: 'time', y: ['level'] }, 'a.parquet')

    expect(figure.data[0]).toMatchObject({ x: ['2024-03-01 12:00:00', '2024-03-02 12:00:00'], y: [3, 4] })
  })

  it('thins out long lines without losing peaks', async () => {
    const rows = Array.from({ length: 20_000 }, (_, at) => `${at},${at === 12_345 ? 99 : Math.sin(at / 500)}`)

    const { figure } = await plot(`x,y\n${rows.join('\n')}\n`, { chart: 'line', x: 'x', points: 200 })

    const [trace] = figure.data
    expect(trace?.x?.length).toBeLessThanOrEqual(200)
    expect(trace?.y?.[trace.x?.indexOf(12_345) ?? -1]).toBe(99)
  })

  it('shortens titles and names that do not fit, and keeps the full texts', async () => {
    const column = `${'level behind the weir '.repeat(12)}[cm]`
    const title = 'The title of a figure that says everything '.repeat(4).trim()
    const other = column.replace('level', 'depth')

    const { figure } = await plot(`x,"${column}","${other}"\n1,2,3\n2,3,4\n`, {
      chart: 'line',
      x: 'x',
      y: [column, other],
      title,
    })

    const { layout, data } = figure
    expect(layout.title.text).toMatch(/^The title of a figure .*….*says everything$/)
    expect([...layout.title.text].length).toBeLessThanOrEqual(80)
    expect([...layout.yaxis.title.text].length).toBeLessThanOrEqual(48)
    expect(layout.meta).toMatchObject({ title, yaxis: expect.stringContaining('weir') })
    expect(data[0]?.name).toMatch(/^Level behind the weir .*….*\(cm\)$/)
    expect(data[0]).toMatchObject({
      meta: axisTitle({ name: column }),
      hovertemplate: '(%{x}, %{y})<extra>%{meta}</extra>',
    })
  })

  it('breaks a line of months where a month has no values', async () => {
    const days = Array.from({ length: 365 }, (_, at) => new Date(Date.UTC(2023, 0, 1 + at)).toISOString().slice(0, 10))
    const rows = days.map((day) => `${day},${/-0[56]-/.test(day) ? '' : 3}`)

    const { figure } = await plot(`date,level\n${rows.join('\n')}\n`, { chart: 'line', interval: 'month' })

    expect(figure.data[0]?.y).toEqual([3, 3, 3, 3, null, 3, 3, 3, 3, 3, 3])
  })

  it('breaks a line at a single missing value, or says that it joins them', async () => {
    const rows = Array.from({ length: 40 }, (_, at) => `${at},${at === 20 ? '' : at},${at % 4 === 0 ? at : ''}`)
    const table = `t,often,rarely\n${rows.join('\n')}\n`

    const { figure, log } = await plot(table, { chart: 'line', x: 't', y: ['often', 'rarely'] })
    const thinned = await plot(table, { chart: 'line', x: 't', y: ['often'], points: 10 })
    const months = await plot('day,v\n2024-01-05,1\n2024-02-05,2\n2024-03-05,\n2024-04-05,4\n', {
      chart: 'line',
      interval: 'month',
    })

    const [often, rarely] = figure.data
    expect(often?.y?.slice(19, 22)).toEqual([19, null, 21])
    expect(rarely?.y).toEqual([0, 4, 8, 12, 16, 20, 24, 28, 32, 36])
    expect(log.join('\n')).toContain(
      'Most points of `rarely` are separated by missing values, so its line is drawn across these gaps.',
    )
    expect(log.join('\n')).not.toContain('values of `often`')
    expect(thinned.figure.data[0]?.y).toContain(39)
    expect(months.figure.data[0]?.y).toEqual([1, 2, null, 4])
  })

  it('draws times to the millisecond', async () => {
    const { figure } = await plot('t,v\n2024-03-01 00:00:00,1\n2024-03-01 00:00:00.1,2\n1969-12-31 23:59:59.75,3\n', {})

    expect(figure.data[0]?.x).toEqual(['1969-12-31 23:59:59.750', '2024-03-01 00:00:00', '2024-03-01 00:00:00.100'])
  })

  it('breaks a line where the series has a gap', async () => {
    const { figure } = await plot(messyCsv(), { y: ['Höhe'] })

    const values = figure.data[0]?.y ?? []
    // One missing value breaks the line at the gap in time. The other one is the level that is missing in a row.
    expect(values.filter((value) => value === null)).toHaveLength(2)
    expect(figure.data[0]?.x?.[values.indexOf(null) - 1]).toBe('2024-03-02 05:45:00')
  })

  it('gives a second unit a second axis, with the legend next to it', async () => {
    const units = riverGaugesCsv().replace('level_cm,discharge_m3s', 'level [cm],discharge [m3/s]')

    const { figure } = await plot(units, { y: ['level [cm]', 'discharge [m3/s]'] })

    expect(figure.layout.yaxis2).toMatchObject({ title: { text: 'Discharge (m³/s)' }, side: 'right' })
    expect(figure.layout.legend).toMatchObject({ xref: 'container', x: 1, xanchor: 'right' })
    expect(figure.layout.margin?.r).toBeGreaterThan(200)
    const right = figure.data.filter((trace) => trace.yaxis === 'y2')
    expect(right).toHaveLength(3)
    expect(right[0]).toMatchObject({ line: { dash: 'dash' } })
    expect(figure.data[0]?.line).not.toHaveProperty('dash')
  })

  it('reads units from a units row, but not from the end of a name', async () => {
    const lines = Array.from(
      { length: 30 },
      (_, at) => `2024-03-${String(at + 1).padStart(2, '0')},${at},${at - 5},${at}`,
    )
    const table = `date,temp_mean,temp_min,rain\n-,°C,°C,mm\n${lines.join('\n')}\n`

    const { figure } = await plot(table, { y: ['temp_mean', 'temp_min', 'rain'] })
    const bare = await plot(table.replace('-,°C,°C,mm\n', ''), { y: ['temp_mean', 'temp_min'] })

    expect(figure.layout.yaxis.title.text).toBe('Temp mean (°C), Temp min (°C)')
    expect(figure.layout.yaxis2?.title.text).toBe('Rain (mm)')
    expect(bare.figure.layout.yaxis.title.text).toBe('Temp mean, Temp min')
    expect(bare.figure.layout.yaxis2).toBeUndefined()
  })

  it('keeps the order of the table, and names the measure in the axis title only if rows are combined', async () => {
    const sorted = 'city,population\nKöln,1080394\nDüsseldorf,619477\nAachen,249070\n'

    const single = await plot(sorted, { chart: 'bar' })
    const combined = await plot(`${sorted}Köln,4\n`, { chart: 'bar' })

    expect(single.figure.data[0]?.x).toEqual(['Köln', 'Düsseldorf', 'Aachen'])
    expect(single.figure.layout.yaxis.title.text).toBe('Population')
    expect(combined.figure.layout.yaxis.title.text).toBe('Population, mean')
  })

  it.each([
    ['bar', { chart: 'bar' }, { type: 'bar', x: ['Köln', 'Bonn'], y: [302, 250] }],
    ['count', { chart: 'bar', measure: 'count' }, { type: 'bar', x: ['Köln', 'Bonn'], y: [2, 1] }],
    ['histogram', { chart: 'histogram', bins: 2 }, { type: 'bar', x: [263.125, 289.375], y: [1, 2] }],
    ['box', { chart: 'box' }, { type: 'box', x: ['Köln', 'Bonn'], median: [302, 250], upperfence: [302.5, 250] }],
    ['scatter', { chart: 'scatter', x: 'timestamp' }, { type: 'scatter', mode: 'markers', y: [301.5, 250, 302.5] }],
  ])('draws a %s chart', async (_, parameters, trace) => {
    expect((await plot(SMALL, parameters)).figure.data).toMatchObject([trace])
  })

  it('applies title, logarithmic axis and color column', async () => {
    const { figure } = await plot(SMALL, {
      title: 'Levels',
      log_y: true,
      color: 'station',
      chart: 'scatter',
      x: 'timestamp',
    })

    expect(figure.layout).toMatchObject({ title: { text: 'Levels' }, yaxis: { type: 'log' } })
    expect(figure.data.map((trace) => trace.name)).toEqual(['Bonn', 'Köln'])
  })

  it('draws a time column with a stray cell and reports it', async () => {
    const rows = Array.from({ length: 40 }, (_, at) => `${at === 9 ? 'x' : `2024-03-01 00:${at + 10}`},${at}`)

    const { figure, log } = await plot(`t,v\n${rows.join('\n')}\n`)

    expect(figure.layout.xaxis.type).toBe('date')
    expect(log).toContain(
      'Column `t` has values that are not times: row 10 has “x”. It was read as times anyway; 1 cell became empty.',
    )
  })

  it('draws the aggregated values rather than the number of rows', async () => {
    const table = 'timestamp,rows,level_cm_mean\n2024-03-01,96,301.5\n2024-03-02,87,250\n'

    const { figure } = await plot(table)

    expect(figure.data[0]).toMatchObject({ y: [301.5, 250] })
  })

  it.each([
    ['an empty file', '', {}, 'a.csv is empty. Choose a file with a header and at least one row.'],
    ['a file with only a header', 'a,b\n', {}, 'a.csv has a header but no rows below it. Choose a file with data.'],
    [
      'an unknown column',
      SMALL,
      { y: ['discharge'] },
      'Column `discharge` not found. Available in a.csv: timestamp, station, level_cm.',
    ],
    [
      'lines over a text column',
      SMALL,
      { chart: 'line', x: 'station' },
      'Column `station` of a.csv has text, not times: row 1 has “Köln”. Choose one of these: timestamp.',
    ],
    [
      'too many colors',
      `v,w\n${Array.from({ length: 5000 }, (_, at) => `${at},${at}`).join('\n')}\n`,
      { color: 'v' },
      'distinct values, too many for “Color by”. Choose a column with few values.',
    ],
    [
      'columns without values',
      't,v,w\n2024-03-01,,1\n2024-03-02,,2\n',
      { x: 't', y: ['v'] },
      'Column `v` of a.csv has text, not numbers. Choose one of these: w.',
    ],
  ])('refuses %s and says what to do', async (_, text, parameters, sentence) => {
    await expect(plot(text, parameters)).rejects.toThrow(sentence)
  })
})

describe('axisTitle', () => {
  it.each([
    ['level_cm', 'Level (cm)', undefined],
    ['discharge_m3s_mean', 'Discharge, mean (m³/s)', undefined],
    ['depth_m', 'depth_m', undefined],
    ['temp_c', 'Temp (°C)', undefined],
    ['Air_Temperature_F', 'Air Temperature (°F)', undefined],
    ['temp_c_max', 'Temp, max (°C)', undefined],
    ['phase_c', 'phase_c', undefined],
    ['temp_min', 'Temp min', undefined],
    ['Temp (min)', 'Temp (min)', undefined],
    ['Duration [min]', 'Duration (min)', 'min'],
    ['Discharge [m3/s]', 'Discharge (m³/s)', 'm³/s'],
    ['Höhe [cm]_mean', 'Höhe, mean (cm)', 'cm'],
    ['Water [degC]', 'Water (°C)', '°C'],
    ['Höhe [cm]', 'Höhe (cm)', 'cm'],
    ['Pegel (m ü. NHN)', 'Pegel (m ü. NHN)', 'm ü. NHN'],
    ['station', 'Station', undefined],
    ['m', 'm', undefined],
    ['v, weekly mean', 'v, weekly mean', undefined],
    ['pH', 'pH', undefined],
  ])('%s is %s', (column, title, unit) => {
    expect(axisTitle({ name: column })).toBe(title)
    expect(unitOf({ name: column })).toBe(unit)
  })
})
