import { describe, expect, it } from 'vitest'
import { readNotebook } from './notebook.ts'

const code = (outputs: unknown[]) => ({ cell_type: 'code', execution_count: 3, source: ['a = 1\n', 'a'], outputs })
const notebook = (cells: unknown[]) => readNotebook(JSON.stringify({ nbformat: 4, metadata: {}, cells }))

describe('readNotebook', () => {
  it('reads cells with their sources, numbers and texts', () => {
    const found = notebook([
      { cell_type: 'markdown', source: '# Title' },
      code([{ output_type: 'stream', name: 'stdout', text: ['one\n', 'two'] }]),
    ])

    expect(found).toEqual({
      language: 'python',
      cells: [
        { kind: 'markdown', source: '# Title', count: undefined, outputs: [] },
        { kind: 'code', source: 'a = 1\na', count: 3, outputs: [{ kind: 'text', text: 'one\ntwo', isError: false }] },
      ],
    })
  })

  it('reads format 3', () => {
    const found = readNotebook(
      JSON.stringify({
        worksheets: [
          {
            cells: [
              { cell_type: 'heading', level: 2, source: 'Part' },
              { cell_type: 'code', input: 'x', outputs: [] },
            ],
          },
        ],
      }),
    )

    expect(found?.cells.map(({ source }) => source)).toEqual(['## Part', 'x'])
  })

  it('shows errors without the colors of terminals', () => {
    const found = notebook([code([{ output_type: 'error', traceback: ['\u001b[0;31mValueError\u001b[0m: no'] }])])

    expect(found?.cells[0]?.outputs).toEqual([{ kind: 'text', text: 'ValueError: no\n', isError: true }])
  })

  it('prefers a formula over its text', () => {
    const found = notebook([
      code([
        { output_type: 'execute_result', data: { 'text/latex': ['$\\displaystyle x^{2}$'], 'text/plain': 'x**2' } },
      ]),
    ])

    expect(found?.cells[0]?.outputs).toEqual([{ kind: 'latex', text: '$\\displaystyle x^{2}$' }])
  })

  it('shows pictures that the notebook contains', () => {
    const found = notebook([code([{ output_type: 'display_data', data: { 'image/png': 'aGk=\n" onerror="x' } }])])

    expect(found?.cells[0]?.outputs).toEqual([
      { kind: 'image', src: 'data:image/png;base64,aGk=onerror=x', alt: 'Output' },
    ])
  })

  it('sec/I7 names outputs that would have to run', () => {
    const found = notebook([code([{ output_type: 'display_data', data: { 'application/javascript': 'alert(1)' } }])])

    expect(found?.cells[0]?.outputs).toEqual([{ kind: 'omitted', mediaType: 'application/javascript' }])
  })

  it.each(['', '[]', '{"data": []}', 'not JSON', 'null'])('is undefined for %j', (text) => {
    expect(readNotebook(text)).toBeUndefined()
  })
})
