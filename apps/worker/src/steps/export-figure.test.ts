import { readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { runOn } from '#testing.ts'
import { exportFigure } from './export-figure.ts'

const FIGURE = {
  data: [
    { type: 'bar', name: 'Köln', x: ['a', 'b'], y: [1, 2], error_y: { type: 'data', array: [0.25, 0.5] } },
    { type: 'scatter', mode: 'lines', name: 'Bonn', x: ['a', 'b'], y: [2, 1] },
  ],
  layout: { title: { text: 'Levels & flows' }, yaxis: { title: { text: 'Level (m³)' } } },
}

async function exported(figure: unknown, parameters: Record<string, unknown> = {}) {
  const text = typeof figure === 'string' ? figure : JSON.stringify(figure)
  const outcome = await runOn(exportFigure, { 'levels.plotly.json': text }, { formats: ['svg'], ...parameters })
  const bytes = async (name: string) =>
    readFile(outcome.outputs.find((output) => output.name === `levels.${name}`)?.path ?? '')
  return { ...outcome, bytes, svg: async () => (await bytes('svg')).toString() }
}

describe('export_figure', { timeout: 60_000 }, () => {
  it('is proposed for figures, and not for every JSON file', () => {
    expect(exportFigure.inputs?.map(({ mediaType }) => mediaType)).toEqual(['application/vnd.plotly.v1+json'])
  })

  it('draws titles, tick labels, the legend and error bars in our colors', async () => {
    const svg = await (await exported(FIGURE)).svg()

    for (const text of ['Levels &amp; flows', 'Level (m³)', 'Köln', 'Bonn', '>a<', '>b<']) expect(svg).toContain(text)
    expect(svg).toContain('rgb(0, 107, 125)')
    expect(svg.match(/class="yerror"/g)).toHaveLength(2)
    expect(svg).toContain('font-family: "IBM Plex Sans"'.replaceAll('"', '')) // the name of the installed font
    expect(svg).toContain('width="900" height="560"')
  })

  it('writes PDF, SVG and PNG of the chosen size, the same ones every time', async () => {
    const sizes = { formats: ['pdf', 'svg', 'png'], width: 600, height: 300, scale: 3 }

    const one = await exported(FIGURE, sizes)
    const other = await exported(FIGURE, sizes)

    expect(one.outputs.map(({ name, mediaType }) => [name, mediaType])).toEqual([
      ['levels.pdf', 'application/pdf'],
      ['levels.svg', 'image/svg+xml'],
      ['levels.png', 'image/png'],
    ])
    const png = await one.bytes('png')
    expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([1800, 900])
    const pdf = (await one.bytes('pdf')).toString('latin1')
    expect(pdf).toContain('/MediaBox [0 0 450 225]')
    expect(pdf).toContain('IBMPlexSans')
    for (const name of ['pdf', 'svg', 'png']) expect(await other.bytes(name)).toEqual(await one.bytes(name))
  })

  it('draws a heat map with a color for each cell', async () => {
    const figure = {
      data: [
        {
          type: 'heatmap',
          x: ['p', 'q'],
          y: ['r', 's'],
          z: [
            [1, 2],
            [3, 4],
          ],
        },
      ],
    }

    const svg = await (await exported(figure)).svg()

    expect(svg).toMatch(/<image[^>]*href="data:image\/png;base64,/)
    expect(svg).toMatch(/fill: url\(#[^)'"]+\)/)
  })

  it('warns about characters that the font lacks', async () => {
    const { log } = await exported({ data: [{ y: [1, 2] }], layout: { title: { text: '水位' } } }, { formats: ['png'] })

    expect(log.join('\n')).toContain('水')
  })

  it('sec/I6 neither runs scripts of a figure nor reads files that it names', async () => {
    const image = { source: '/etc/passwd', xref: 'paper', yref: 'paper', x: 0, y: 1, sizex: 1, sizey: 1 }
    const nested = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><image href="/etc/passwd"/></svg>').toString(
      'base64',
    )
    const figure = {
      data: [
        {
          y: [1, 2],
          name: '<script>process.exit(1)</script>',
          text: ['<img src=x onerror="process.exit(2)">', 'b'],
          mode: 'text',
        },
      ],
      layout: {
        title: { text: '<a href="javascript:process.exit(3)">x</a>' },
        images: [
          image,
          { ...image, source: 'file:///etc/passwd' },
          { ...image, source: `data:image/svg+xml;base64,${nested}` },
        ],
        annotations: [{ text: '<svg onload="process.exit(4)">', x: 0, y: 1 }],
      },
    }

    const { svg, outputs } = await exported(figure, { formats: ['svg', 'png', 'pdf'] })

    expect(outputs).toHaveLength(3)
    const text = await svg()
    expect(text).not.toMatch(/<script|<[^>]*\bon\w+=|javascript:|etc\/passwd|data:image\/svg/)
  })

  it.each([
    { type: 'box', y: [1, 2, 3, -1e300] },
    { type: 'scatter', y: [1, 1e300, 3], line: { shape: 'spline' }, fill: 'tozeroy' },
    { type: 'bar', y: [1, 2, 1e300], text: ['a', 'b', 'c'], textposition: 'outside' },
  ])('draws a figure whose values are far outside its axes: %j', async (trace) => {
    const figure = { data: [trace], layout: { yaxis: { range: [0, 4] } } }

    const { svg, bytes } = await exported(figure, { formats: ['svg', 'pdf'] })

    expect(await svg()).toMatch(/e\+\d\d/)
    expect((await bytes('pdf')).toString('latin1')).toMatch(/^%PDF-/)
  })

  it.each([
    { type: 'box' },
    { type: 'scatter', mode: 'markers', marker: { opacity: 0.5 } },
    { type: 'bar', marker: { opacity: 0.5 } },
  ])('draws a figure without values inside its axes: %j', async (trace) => {
    const figure = { data: [{ ...trace, y: [1, 2, 3] }], layout: { yaxis: { range: [100, 101] } } }

    const { outputs } = await exported(figure, { formats: ['svg', 'png', 'pdf'] })

    expect(outputs).toHaveLength(3)
  })

  it.each([
    ['{', 'This file is not JSON, so there is no figure to draw.'],
    ['{"a": 1}', 'it has no list named “data”'],
    [{ data: [{ type: 'surface', z: [[1]] }] }, 'cannot draw “surface”'],
  ])('refuses %j', async (figure, sentence) => {
    await expect(exported(figure)).rejects.toThrow(sentence)
  })
})
