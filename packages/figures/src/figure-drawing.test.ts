import { readFileSync } from 'node:fs'
import { runInNewContext } from 'node:vm'
import { expect, it } from 'vitest'
import { DRAWING_SCRIPT } from './drawing-script.ts'

type Figure = { data: object[]; layout: Record<string, unknown> }

/** Reads a figure as the preview and the worker do, in a realm of its own, and returns what is left of it as JSON. */
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

it('sec/I6 reads no picture from elsewhere', () => {
  const images = ['https://evil.example/a.png', 'data:image/png;base64,AA'].map((source) => ({ source }))

  const { figure } = read(JSON.stringify({ data: [], layout: { images, 'images[0].source': '//evil.example' } }))

  expect(figure.layout).toEqual({ images: [{}, { source: 'data:image/png;base64,AA' }] })
})
