import { readFileSync } from 'node:fs'
import { runInNewContext } from 'node:vm'
import { DRAWING_SCRIPT } from '@millrace/figures/drawing-script'
import { describe, expect, it } from 'vitest'
import { runOn } from '#testing.ts'
import type { Figure } from './plot/figure.ts'
import { MARKS_MAX } from './plot/points-per-panel.ts'
import { plotTable } from './plot-table.ts'

const LEVELS = `date,station,level,flow
2024-01-01,Kaub,10,100
2024-01-01,Bonn,1,40
2024-01-02,Kaub,30,900
2024-02-01,Bonn,5,50
`

async function plot(
  parameters: Record<string, unknown>,
  text = LEVELS,
): Promise<Figure & { layout: Record<string, unknown> }> {
  const outcome = await runOn(plotTable, { 'levels.csv': text }, parameters)
  return outcome.json('plot')
}

describe('a histogram', () => {
  it('counts the numbers that are chosen as X', async () => {
    const { data } = await plot({ chart: 'histogram', x: 'flow', bins: 2 })

    expect(data).toMatchObject([{ name: 'Flow', y: [3, 1] }])
  })

  it('counts values whose range is not finite', async () => {
    const { data } = await plot({ chart: 'histogram', y: ['v'], bins: 4 }, 'v\n-1e308\n-1e308\n0\n9e307\n1e308\n')

    expect(data).toMatchObject([{ type: 'bar', x: [-7.5e307, 2.5e307, 7.5e307], y: [2, 1, 2], width: 5e307 }])
  })
})

describe('a heat map', () => {
  it('has one cell per station and month, empty where there is no row', async () => {
    const { data, layout } = await plot({ chart: 'heatmap', y: ['level'], interval: 'month', measure: 'sum' })

    expect(data).toMatchObject([
      {
        type: 'heatmap',
        zsmooth: false,
        x: ['2024-01-01', '2024-02-01'],
        y: ['Kaub', 'Bonn'],
        z: [
          [40, null],
          [1, 5],
        ],
      },
    ])
    expect(data[0]?.colorbar?.title.text).toBe('Level, monthly sum')
    expect(layout.yaxis).toMatchObject({ title: { text: 'Station' }, type: 'category' })
  })

  it('refuses a column with too many values', async () => {
    const rows = Array.from({ length: 300 }, (_, at) => `a,${at},1`)

    await expect(plot({ chart: 'heatmap', x: 'k', rows: 'n' }, `k,n,v\n${rows.join('\n')}\n`)).rejects.toThrow(
      'Column `n` has more than 200 distinct values, too many for a heat map.',
    )
  })
})

describe('a scatter matrix', () => {
  it('draws each column against every other, in one color per group', async () => {
    const { data, layout } = await plot({ chart: 'matrix', y: ['level', 'flow'], color: 'station' })

    const points = data.filter(({ type }) => type === 'scatter')
    expect(points.map(({ name, xaxis, yaxis, showlegend }) => [name, xaxis, yaxis, showlegend])).toEqual([
      ['Bonn', 'x2', 'y', false],
      ['Bonn', 'x', 'y2', true],
      ['Kaub', 'x2', 'y', false],
      ['Kaub', 'x', 'y2', true],
    ])
    expect(new Set(data.map(({ marker }) => marker?.color)).size).toBe(2)
    expect(points[3]).toMatchObject({ x: [10, 30], y: [100, 900] })
    expect(layout.xaxis2).toMatchObject({ title: { text: 'Flow' }, anchor: 'y2' })
  })

  it('shows on the diagonal how often values occur, on separate axes', async () => {
    const { data, layout } = await plot({ chart: 'matrix', y: ['level', 'flow'] }, 'level,flow\n0,5\n1,5\n20,5\n,5\n')

    const [level, flow] = data.filter(({ type }) => type === 'bar')
    expect(level).toMatchObject({ xaxis: 'x', yaxis: 'y3', x: [0.5, 1.5, 19.5], y: [1, 1, 1], width: 1 })
    expect(flow).toMatchObject({ xaxis: 'x2', yaxis: 'y4', x: [5.5], y: [4] })
    expect(layout).toMatchObject({
      yaxis3: { overlaying: 'y', anchor: 'x' },
      yaxis4: { overlaying: 'y2', anchor: 'x2' },
    })
  })

  it('needs two columns', async () => {
    await expect(plot({ chart: 'matrix', y: ['level'] })).rejects.toThrow('needs at least two numeric columns')
  })
})

describe('panels', () => {
  it('share axes, colors and one legend', async () => {
    const { data, layout } = await plot({ chart: 'scatter', x: 'level', y: ['level', 'flow'], facet: 'station' })

    expect(data.map(({ name, xaxis, showlegend }) => [name, xaxis, showlegend])).toEqual([
      ['Level', undefined, true],
      ['Flow', undefined, true],
      ['Level', 'x2', false],
      ['Flow', 'x2', false],
    ])
    expect(data[0]?.marker?.color).toBe(data[2]?.marker?.color)
    expect(layout.annotations?.map(({ text }) => text)).toEqual(['Bonn', 'Kaub'])
    expect(layout.xaxis2).toMatchObject({ matches: 'x', anchor: 'y2' })
    expect(layout.yaxis2).toMatchObject({ matches: 'y', showticklabels: false })
    expect(data[2]?.x).toEqual([10, 30])
  })

  it('are available for lines, bars, boxes and histograms', async () => {
    for (const chart of ['line', 'bar', 'box', 'histogram']) {
      const { data } = await plot({ chart, y: ['level'], facet: 'station' })
      expect(new Set(data.map(({ xaxis }) => xaxis)), chart).toEqual(new Set([undefined, 'x2']))
    }
  })

  it('have together no more points than a preview draws', async () => {
    const rows = Array.from({ length: 120_000 }, (_, at) => `${at},${(at * 7919) % 1009},n${at % 4}`)

    const { data } = await plot(
      { chart: 'scatter', x: 'a', y: ['b'], facet: 'n', points: 50_000 },
      `a,b,n\n${rows.join('\n')}\n`,
    )

    expect(data.map(({ x }) => x?.length)).toEqual([25_000, 25_000, 25_000, 25_000])
  })

  const MANY = Array.from({ length: 120_000 }, (_, at) => [at, (at * 7919) % 1009, `n${at % 4}`])
  const csvOf = (rows: unknown[][]) => `a,b,n\n${rows.join('\n')}\n`
  const faceted = { x: 'a', y: ['b'], facet: 'n', points: 50_000 }

  it('say that they have fewer points than requested', async () => {
    const { log } = await runOn(plotTable, { 'a.csv': csvOf(MANY) }, { chart: 'scatter', ...faceted })

    expect(log).toContain('Each panel has at most 25,000 points, because a figure can show 100,000 in total.')
  })

  it('have as many points of lines as requested, because lines are not marks', async () => {
    const { data } = await plot({ chart: 'line', ...faceted, points: 30_000 }, csvOf(MANY))

    expect(data.map(({ x }) => x?.length)).toEqual([30_000, 30_000, 30_000, 30_000])
  })

  it('suggest more points only if that helps', async () => {
    const bars = { chart: 'scatter', ...faceted, error_bars: 'deviation' }

    await expect(plot({ ...bars, points: 20_000 }, csvOf(MANY))).rejects.toThrow(
      'Combine times by an interval, or raise “Maximum points”.',
    )
    await expect(plot(bars, csvOf(MANY))).rejects.toThrow(/ Combine times by an interval\.$/)
  })

  it('have the same limit on marks as the preview', () => {
    const script = readFileSync(DRAWING_SCRIPT, 'utf8')

    expect(runInNewContext(`${script};MARKS_MAX`)).toBe(MARKS_MAX)
  })

  it('are refused for a column with many values', async () => {
    const rows = Array.from({ length: 20 }, (_, at) => `${at},${at},n${at}`)

    await expect(plot({ facet: 'n' }, `a,b,n\n${rows.join('\n')}\n`)).rejects.toThrow('too many for panels')
  })
})

describe('axes', () => {
  it('are logarithmic in both directions', async () => {
    const wanted = { chart: 'scatter', x: 'level', y: ['flow'], log_x: true, log_y: true, x_min: '10', y_min: 100 }

    const { layout } = await plot(wanted)

    expect(layout.xaxis).toMatchObject({ type: 'log', range: [1, null] })
    expect(layout.yaxis).toMatchObject({ type: 'log', range: [2, null] })
  })

  it.each([
    [{ chart: 'line', x: 'date', log_x: true }, 'A logarithmic X axis needs a numeric column as X.'],
    [
      { chart: 'scatter', x: 'level', log_x: true, x_min: '0' },
      'A logarithmic X axis can’t show 0 or negative values.',
    ],
  ])('refuse %j', async (parameters, sentence) => {
    await expect(plot(parameters)).rejects.toThrow(sentence)
  })

  it('are two if columns are chosen for the right axis', async () => {
    const { data, layout } = await plot({ chart: 'line', y: ['level'], right: ['flow'], color: 'station' })

    expect(data.filter(({ yaxis }) => yaxis === 'y2').map(({ name }) => name)).toEqual(['Bonn, Flow', 'Kaub, Flow'])
    expect(layout.yaxis2).toMatchObject({ title: { text: 'Flow' }, side: 'right', tickmode: 'auto' })
  })
})

describe('the colors of series', () => {
  it('differ for each series, come from one palette for all charts, and are not set for a single series', async () => {
    const rows = Array.from({ length: 24 }, (_, at) => `${at},${at % 12},${at}`)
    const text = `x,k,v\n${rows.join('\n')}\n`
    const colorsOf = async (chart: string) => {
      const { data } = await plot({ chart, x: chart === 'bar' ? 'k' : 'x', y: ['v'], color: 'k' }, text)
      return data.map(({ line, marker }) => `${line?.color ?? marker?.color} ${line?.dash} ${marker?.symbol}`)
    }

    for (const chart of ['line', 'scatter']) expect(new Set(await colorsOf(chart)).size, chart).toBe(12)
    const [first] = await colorsOf('bar')
    expect(first?.split(' ')[0]).toBe((await colorsOf('line'))[0]?.split(' ')[0])
    const { data } = await plot({ chart: 'line', x: 'x', y: ['v'] }, 'x,v\n1,2\n2,3\n')
    expect(data[0]?.line?.color).toBeUndefined()
  })

  it('outline the bars of overlapping histograms', async () => {
    const { data } = await plot({ chart: 'histogram', y: ['level', 'flow'] })

    const [one, other] = data.map(({ marker }) => marker)
    expect(one?.line?.color).not.toBe(other?.line?.color)
    expect(one?.color).toContain(one?.line?.color)
  })
})

describe.each(['line', 'scatter', 'histogram'])('a %s', (chart) => {
  it('distinguishes values that differ in their ninth digit', async () => {
    const days = Array.from({ length: 12 }, (_, at) => 2_460_000.5 + at / 96)
    const text = `julian,level\n${days.map((day, at) => `${day},${at}`).join('\n')}\n`

    const { data } = await plot(
      chart === 'histogram' ? { chart, y: ['julian'] } : { chart, x: 'julian', y: ['level'] },
      text,
    )

    const xs = (data[0] as { x: number[] }).x
    expect(new Set(xs).size).toBe(chart === 'histogram' ? xs.length : days.length)
    expect(Math.max(...xs) - Math.min(...xs)).toBeLessThan(0.2)
  })
})

describe('a box plot', () => {
  it('has boxes of several columns side by side in each category', async () => {
    expect((await plot({ chart: 'box', x: 'station', y: ['level', 'flow'] })).layout.boxmode).toBe('group')
    expect((await plot({ chart: 'box', y: ['a', 'b'] }, 'a,b\n1,2\n3,4\n')).layout.boxmode).toBeUndefined()
  })

  it('lists the values beyond the whiskers, evenly sampled if they are many', async () => {
    const few = await plot({ chart: 'box' }, 'a\n1\n2\n3\n4\n100\n')
    const far = Array.from({ length: 1999 }, (_, at) => 1000 + at)
    const many = await plot({ chart: 'box' }, `a\n${[...Array<number>(8000).fill(1), ...far].join('\n')}\n`)

    expect(few.data[0]).toMatchObject({ upperfence: [4], y: [[100]], boxpoints: 'outliers' })
    const [shown] = (many.data[0]?.y ?? []) as number[][]
    expect(shown?.length).toBeLessThanOrEqual(500)
    expect([shown?.[0], shown?.at(-1)]).toEqual([1000, 2998])
  })

  it('has no list of values beyond the whiskers if there are none, because Plotly would otherwise draw no box', async () => {
    const { data } = await plot({ chart: 'box' }, 'a\n1\n2\n3\n4\n5\n')

    expect(data[0]).toMatchObject({ q1: [2], median: [3], q3: [4], lowerfence: [1], upperfence: [5] })
    expect(data[0]).not.toHaveProperty('y')
  })
})
