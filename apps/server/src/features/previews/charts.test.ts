import { LIMITS } from '@millrace/contracts/limits'
import type { ChartPreviewProperties } from '@millrace/contracts/table-charts'
import type { SirenDocument } from '@millrace/siren/document'
import { describe, expect, it } from 'vitest'
import { testApi } from '#testing/api.ts'
import { uploads } from '#testing/jobs.ts'
import { gauges, testParquet } from '#testing/preview-files.ts'
import { testPreviews } from '#testing/previews.ts'
import type { ChartRequest } from './preview-task.ts'

const { csv, folder, previews } = testPreviews()
const levels = csv(
  'levels.csv',
  'day,station,level\n2024-01-03,Köln,3\n2024-01-01,Bonn,1.5\n2024-01-02,Köln,\n2024-01-04,Bonn,2\n2024-01-05,,9\n',
)
const long = csv(
  'long.csv',
  gauges(20_000)
    .replace('5000,2024', '5000,2024')
    .replace(/^5000,(\S+ \S+?),[\d.]+,/m, '5000,$1,9999,'),
)

const chart = (request: Partial<ChartRequest>, file = levels) =>
  previews.chart('ada', file, { chart: 'Line', measure: 'Count', filter: {}, ...request })
const places = ({ Points }: ChartPreviewProperties) => Points.map(({ X, Y }) => [X, Y])

describe('a chart of a table', () => {
  it('draws a line over times, with a gap for a row that lacks a value', async () => {
    const found = await chart({ x: 'day', y: 'level' })

    const day = (number: number) => Date.UTC(2024, 0, number)
    expect(found).toMatchObject({ XKind: 'time', Rows: 4 })
    expect(places(found)).toEqual([
      [day(1), 1.5],
      [day(2), null],
      [day(3), 3],
      [day(4), 2],
      [day(5), 9],
    ])
  })

  it.each(['Datum;Uhrzeit;Pegel', 'Datum;T;Pegel', 'Datum;Pegel;Uhrzeit'])(
    'completes dates with the times of day, as steps do: %s',
    async (header) => {
      const cells = [
        ['01.03.2024', '00:00', '1,0'],
        ['01.03.2024', '24:00', '3,0'],
        ['02.03.2024', '13:30', '5,5'],
        ['03.03.2024', '', '9'],
      ]
      const order = header.endsWith('Pegel') ? [0, 1, 2] : [0, 2, 1]
      const rows = cells.map((row) => order.map((at) => row[at]).join(';'))
      const file = csv('logger.csv', `${header}\n${rows.join('\n')}\n`)

      const found = await chart({ x: 'Datum', y: 'Pegel' }, file)

      expect(found).toMatchObject({ XKind: 'time', XClock: header.split(';')[order[1] ?? 1], Rows: 3 })
      expect(places(found)).toEqual([
        [Date.UTC(2024, 2, 1), 1],
        [Date.UTC(2024, 2, 2), 3],
        [Date.UTC(2024, 2, 2, 13, 30), 5.5],
      ])
    },
  )

  it('draws dates alone where two columns have times of day', async () => {
    const file = csv('two.csv', 'from,day,to,v\n08:00,2024-03-01,09:00,1\n10:00,2024-03-02,11:00,2\n')

    const found = await chart({ x: 'day', y: 'v' }, file)

    expect(found).not.toHaveProperty('XClock')
    expect(places(found)[0]).toEqual([Date.UTC(2024, 2, 1), 1])
  })

  it('breaks a line where many values are missing', async () => {
    const rows = Array.from({ length: 40 }, (_, at) => `${at},${at < 20 || at >= 30 ? at : ''}`)
    const file = csv('gap.csv', `hour,level\n${rows.join('\n')}\n`)

    const found = await chart({ x: 'hour', y: 'level' }, file)

    expect(found.Rows).toBe(30)
    expect(places(found).slice(19, 22)).toEqual([
      [19, 19],
      [20, null],
      [30, 30],
    ])
    expect(places(await chart({ chart: 'Points', x: 'hour', y: 'level' }, file))).toHaveLength(30)
  })

  it('draws a line for each series of a long table, unless another column or none is chosen', async () => {
    const days = Array.from({ length: 30 }, (_, at) => `2024-04-${String(at + 1).padStart(2, '0')}`)
    const stations = { Lech: 30, Aare: 10, Inn: 20 }
    const rows = days.flatMap((day) => Object.entries(stations).map(([name, level]) => `${day},ok,${name},${level}`))
    const file = csv('stations.csv', `day,quality,station,level\n${rows.join('\n')}\n`)
    const request = { x: 'day', y: 'level' }

    const found = await chart(request, file)

    expect(found).toMatchObject({ ColorBy: 'station', ColorColumns: ['station'], Points: [], Rows: 90 })
    expect(found.Series?.map(({ Name, Points }) => [Name, Points.length, new Set(Points.map(({ Y }) => Y))])).toEqual([
      ['Aare', 30, new Set([10])],
      ['Inn', 30, new Set([20])],
      ['Lech', 30, new Set([30])],
    ])
    expect(found).not.toHaveProperty('Repeats')
    const one = await chart({ ...request, color: '' }, file)
    expect(one).toMatchObject({ Repeats: true, ColorColumns: ['station'] })
    expect(one).not.toHaveProperty('Series')
    expect(await chart({ ...request, color: 'quality' }, file)).toMatchObject({
      ColorBy: 'quality',
      Repeats: true,
      Series: [{ Name: 'ok' }],
    })
    const aare = { where: [{ Column: 'station', Is: 'Equals' as const, Values: ['Aare'] }] }
    expect(await chart({ ...request, filter: aare }, file)).not.toHaveProperty('Series')
  })

  it('draws the most frequent of many series, and keeps the peaks of long ones', async () => {
    const rows = Array.from({ length: 200 }, (_, day) => day).flatMap((day) =>
      Array.from({ length: 20 }, (_, at) => `${day},s${at},${day === 77 ? 1000 + at : at}`),
    )
    const file = csv('many.csv', `day,station,level\n${rows.join('\n')}\n0,s19,19\n`)

    const { Series, SeriesLeftOut } = await chart({ x: 'day', y: 'level' }, file)

    expect([Series?.length, SeriesLeftOut]).toEqual([12, 8])
    expect(Series?.at(-1)?.Name).toBe('s19')
    expect(Series?.at(-1)?.Points).toContainEqual({ X: 77, Y: 1019 })
  })

  it('says that a line has several values per time if no column distinguishes them', async () => {
    const rows = Array.from({ length: 30 }, (_, at) => `${Math.floor(at / 3)},${at}`)

    expect(await chart({ x: 'day', y: 'level' }, csv('same.csv', `day,level\n${rows.join('\n')}\n`))).toMatchObject({
      Repeats: true,
      Rows: 30,
    })
    expect(await chart({ x: 'day', y: 'level' })).not.toHaveProperty('Repeats')
  })

  it('says that a line joins values of which most are missing', async () => {
    const rows = Array.from({ length: 40 }, (_, at) => `${at},${at % 4 === 0 ? at : ''}`)
    const rain = csv('rain.csv', `hour,rain\n${rows.join('\n')}\n`)

    expect(await chart({ x: 'hour', y: 'rain' }, rain)).toMatchObject({ Rows: 10, JoinsMissing: true })
    expect(await chart({ x: 'day', y: 'level' })).not.toHaveProperty('JoinsMissing')
  })

  it('draws rows in the order of the view, which is filtered and sorted', async () => {
    const filter = { where: [{ Column: 'level', Is: 'LessThan' as const, Values: ['5'] }] }

    expect(places(await chart({ y: 'level', filter, sort: { column: 'level', descending: true } }))).toEqual([
      [1, 3],
      [2, 2],
      [3, 1.5],
    ])
    expect(places(await chart({ y: 'level' }))).toEqual([
      [1, 3],
      [2, 1.5],
      [3, null],
      [4, 2],
      [5, 9],
    ])
  })

  it.each([
    [
      'Count',
      undefined,
      [
        ['Bonn', 2],
        ['Köln', 2],
        [null, 1],
      ],
    ],
    [
      'Sum',
      'level',
      [
        [null, 9],
        ['Bonn', 3.5],
        ['Köln', 3],
      ],
    ],
    [
      'Mean',
      'level',
      [
        [null, 9],
        ['Köln', 3],
        ['Bonn', 1.75],
      ],
    ],
  ] as const)('draws bars with the %s of each category', async (measure, y, expected) => {
    const { Bars, TotalBars } = await chart({ chart: 'Bars', x: 'station', measure, ...(y && { y }) })

    expect(Bars.map(({ Category, Value }) => [Category, Value])).toEqual(expected)
    expect(TotalBars).toBe(3)
  })

  it('keeps the highest values when it thins a line or points', async () => {
    const line = await chart({ x: 'id', y: 'level' }, long)
    const points = await chart({ chart: 'Points', x: 'id', y: 'level' }, long)

    expect([line.Rows, points.Rows]).toEqual([20_000, 20_000])
    for (const { Points } of [line, points]) {
      expect(Points.length).toBeLessThan(4000)
      expect(Points.length).toBeGreaterThan(70)
      expect(Points).toContainEqual({ X: 5000, Y: 9999 })
      expect(Points.map(({ X }) => X)).toEqual(Points.map(({ X }) => X).toSorted((a, b) => a - b))
    }
  })

  it('thins a constant column', async () => {
    const constant = csv('constant.csv', `n,c\n${Array.from({ length: 3000 }, (_, at) => `${at},7`).join('\n')}\n`)

    expect(places(await chart({ x: 'c', y: 'n' }, constant))).toEqual([
      [7, 0],
      [7, 2999],
    ])
    expect((await chart({ x: 'n', y: 'c' }, constant)).Points).toContainEqual({ X: 0, Y: 7 })
    expect((await chart({ chart: 'Points', x: 'n', y: 'c' }, constant)).Points).toHaveLength(80)
    expect((await chart({ chart: 'Points', x: 'c', y: 'n' }, constant)).Points).toHaveLength(40)
  })

  it('counts rows, whatever the vertical column is', async () => {
    expect(await chart({ chart: 'Bars', x: 'station', y: 'station' })).toMatchObject({ TotalBars: 3 })
  })

  it('cuts long categories between characters, and leaves out sums that are not finite', async () => {
    const long = `${'x'.repeat(LIMITS.previewCellCharacters - 1)}😀`
    const sums = csv('sums.csv', `name,n\n${long},1e308\n${long},1e308\nshort,1\n`)

    const { Bars } = await chart({ chart: 'Bars', x: 'name', y: 'n', measure: 'Sum' }, sums)

    expect(Bars).toEqual([
      { Category: 'short', Value: 1 },
      { Category: `${long.slice(0, -2)}…`, Value: null },
    ])
  })

  it('shows the highest bars of many', async () => {
    const { Bars, TotalBars } = await chart({ chart: 'Bars', x: 'id', y: 'level', measure: 'Sum' }, long)

    expect([Bars.length, TotalBars, Bars[0]]).toEqual([30, 20_000, { Category: '5000', Value: 9999 }])
  })

  it('uses columns of a wide table that are far apart', { tags: 'long' }, async () => {
    const names = Array.from({ length: 1200 }, (_, at) => `c${at}`)
    const row = (number: number) => names.map((_, at) => number * (at + 1)).join()
    const wide = csv('wide.csv', `${names.join()}\n${row(1)}\n${row(2)}\n`)
    const columns = names.map((name, at) => `(i + 1) * ${at + 1} AS ${name}`)
    const parquet = await testParquet(folder, 'wide.parquet', `SELECT ${columns.join()} FROM range(2) r(i)`)

    for (const file of [wide, parquet]) {
      expect(places(await chart({ x: 'c1100', y: 'c0' }, file))).toEqual([
        [1101, 1],
        [2202, 2],
      ])
      expect(places(await chart({ y: 'c0', sort: { column: 'c700', descending: true } }, file))).toEqual([
        [1, 2],
        [2, 1],
      ])
    }
  })

  it.each([
    [{ x: 'station', y: 'level' }, '/X', '“station” has neither numbers nor times. Draw bars instead.'],
    [{ x: 'day', y: 'station' }, '/Y', '“station” has no numbers. Choose a column with numbers.'],
    [{ x: 'day' }, '/Y', 'Choose a column with numbers.'],
    [{ chart: 'Bars' }, '/X', 'Choose the column with the categories.'],
    [{ x: 'none', y: 'level' }, '/X', 'The table has no column “none”.'],
  ] as const)('refuses what it can’t draw: %j', async (request, pointer, message) => {
    await expect(chart(request)).rejects.toMatchObject({ faults: [{ pointer, message }] })
  })
})

it('ChartRows is offered by a table, and replies with the chart', async () => {
  const alice = await (await testApi()).signUp()
  const data = await uploads(alice, 'levels.csv', Buffer.from('station,level\nKöln,3\nBonn,1\n'))
  const { actions } = await alice.read<SirenDocument>(`${data}/Preview`)
  const href = actions?.find(({ name }) => name === 'ChartRows')?.href ?? ''

  const reply = await alice.post(href, { Chart: 'Bars', X: 'station', Find: 'köln' })

  expect(await reply.json()).toMatchObject({
    class: ['ChartPreview'],
    properties: { Bars: [{ Category: 'Köln', Value: 1 }] },
  })
})
