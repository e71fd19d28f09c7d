import { readFileSync } from 'node:fs'
import { runInNewContext } from 'node:vm'
import { expect, it } from 'vitest'
import { DRAWING_SCRIPT } from './drawing-script.ts'

type Figure = { data: object[]; layout: Record<string, unknown> }

/**
 * Reads a figure in a separate realm, as the preview and the worker do. Returns the figure that was read, and what it
 * added to the prototype of objects.
 */
function read(figure: string): { figure: Figure; polluted: unknown } {
  const script = `${readFileSync(DRAWING_SCRIPT, 'utf8')}
    ;JSON.stringify({ figure: parseFigure(text), polluted: ({}).polluted ?? null })`
  return JSON.parse(runInNewContext(script, { text: figure }) as string) as { figure: Figure; polluted: unknown }
}

it('sec/I6 sec/L5 reads a figure without the keys that could change the prototype of objects', () => {
  const hostile = `{
    "__proto__": {"polluted": 1},
    "data": [{"type": "bar", "x": [1], "__proto__": {"polluted": 1}, "\\u005f_proto__": {"polluted": 1}}],
    "layout": {"title": "a", "constructor": {"prototype": {"polluted": 1}}, "xaxis": {"prototype": {"polluted": 1}}}
  }`

  const { figure, polluted } = read(hostile)

  expect(figure).toEqual({ data: [{ type: 'bar', x: [1] }], layout: { title: 'a', xaxis: {} } })
  expect(polluted).toBeNull()
})

it('sec/I6 loads no image from another address', () => {
  const images = ['https://evil.example/a.png', 'data:image/png;base64,AA'].map((source) => ({ source }))

  const { figure } = read(JSON.stringify({ data: [], layout: { images, 'images[0].source': '//evil.example' } }))

  expect(figure.layout).toEqual({ images: [{}, { source: 'data:image/png;base64,AA' }] })
})

it('leaves rare chart types to the complete build of Plotly, and maps to other programs', () => {
  const result = runInNewContext(`${readFileSync(DRAWING_SCRIPT, 'utf8')}
    ;const say = (work) => { try { return work().length } catch ({ message }) { return message } }
    ;[
      needsCompleteBuild([{ type: 'bar' }, {}]),
      needsCompleteBuild([{ type: 'bar' }, { type: 'surface' }]),
      say(() => drawable([{ type: 'surface' }], {})),
      say(() => drawable([{ type: 'surface' }], {}, { isComplete: true })),
      say(() => drawable([{ type: 'scattergeo' }], {}, { isComplete: true })),
    ]`)

  const sentence = (type: string) => `Millrace cannot draw “${type}”. Download the figure to see it.`
  expect([...result]).toEqual([false, true, sentence('surface'), 1, sentence('scattergeo')])
})

/** Returns the message with which traces are refused, or the number of traces that can be drawn. */
function draws(traces: string, layout = '{}'): string | number {
  const script = `${readFileSync(DRAWING_SCRIPT, 'utf8')}
    ;const many = (n) => Array(n).fill(1)
    try { drawable(${traces}, ${layout}, { isComplete: true }).length } catch ({ message }) { message }`
  return runInNewContext(script) as string | number
}

it.each([
  ['points of a line in lists', '[{ y: many(2e6) }, { x: many(2e6) }]', '4,000,000 points; up to 3,000,000'],
  ['ten million packed points', `[{ y: { dtype: 'i1', bdata: 'A'.repeat(13_333_336) } }]`, '10,000,002 points; up to'],
  ['cells', '[{ type: "heatmap", z: Array(2000).fill(many(2000)) }]', '4,000,000 points; up to 3,000,000'],
  ['markers', '[{ mode: "lines+markers", y: many(2e5) }]', '200,000 marks; up to 100,000'],
  ['markers of WebGL', '[{ type: "scattergl", mode: "markers", y: many(2e5) }]', '200,000 marks; up to 100,000'],
  ['bars', '[{ type: "bar", x: many(60_000) }, { type: "bar", x: many(60_000) }]', '120,000 marks; up to 100,000'],
  ['outliers', '[{ type: "box", boxpoints: "all", y: many(2e5) }]', '200,000 marks; up to 100,000'],
  ['error bars', '[{ y: many(2e5), error_y: { array: many(2e5) } }]', '200,000 marks; up to 100,000'],
  ['parts of a tree map', '[{ type: "treemap", labels: many(2e5) }]', '200,000 marks; up to 100,000'],
  ['flows', '[{ type: "sankey", link: { value: many(2e5) } }]', '200,000 marks; up to 100,000'],
  [
    'coordinates',
    '[{ type: "splom", dimensions: many(4).map(() => ({ values: many(1e6) })) }]',
    '4,000,000 points; up',
  ],
  ['traces', 'Array(1001).fill({ y: [1] })', '1,001 traces; up to 1,000'],
])('FLT24 refuses too many %s, which would freeze the page', (_, traces, words) => {
  expect(draws(traces)).toContain(`This figure has ${words}`)
})

it.each([
  ['of a ternary plot', '[{ type: "scatterternary", mode: "markers", a: many(2e5) }]', '{}'],
  ['of a pie without values', '[{ type: "pie", labels: many(2e5) }]', '{}'],
  ['of its layout', '[{ mode: "markers", y: many(1e5) }]', '{ annotations: many(5e4), shapes: many(5e4) }'],
])('FLT24 refuses too many marks %s', (_, traces, layout) => {
  expect(draws(traces, layout)).toContain('This figure has 200,000 marks; up to 100,000 can be drawn.')
})

it('does not count hidden error bars', () => {
  expect(draws('[{ y: many(2e5), error_y: { visible: false }, error_x: null }]')).toBe(1)
})

it('draws a long line, and a scatter plot of tens of thousands of points', () => {
  expect(draws('[{ y: many(3e6) }]')).toBe(1)
  expect(draws('[{ mode: "markers", x: many(9e4), y: many(9e4) }, { type: "box", y: many(1e6) }]')).toBe(2)
})
