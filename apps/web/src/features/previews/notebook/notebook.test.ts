import { describe, expect, it } from 'vitest'
import { inColumns, readNotebook } from './notebook.ts'

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
              { cell_type: 'code', input: 'x', outputs: [{ output_type: 'display_data', png: 'aGk=', text: 'plot' }] },
            ],
          },
        ],
      }),
    )

    expect(found?.cells.map(({ source }) => source)).toEqual(['## Part', 'x'])
    expect(found?.cells[1]?.outputs).toEqual([{ kind: 'image', src: 'data:image/png;base64,aGk=', alt: 'plot' }])
  })

  it('shows pictures that are attached to a Markdown cell', () => {
    const attachments = { 'my plot.png': { 'image/png': 'aGk=' } }
    const found = notebook([
      { cell_type: 'markdown', source: '![a](attachment:my%20plot.png) ![b](attachment:none.png)', attachments },
    ])

    expect(found?.cells[0]?.source).toBe('![a](data:image/png;base64,aGk=) ![b](attachment:none.png)')
  })

  it('shows drawings as images, in which nothing runs, and texts with formatting', () => {
    const svg = '<svg xmlns="http://www.w3.org/2000/svg"/>'
    const found = notebook([
      code([
        { output_type: 'display_data', data: { 'image/svg+xml': [svg], 'text/plain': '<Figure>' } },
        { output_type: 'display_data', data: { 'text/markdown': '**two**', 'text/plain': 'two' } },
      ]),
    ])

    expect(found?.cells[0]?.outputs).toEqual([
      { kind: 'image', src: `data:image/svg+xml,${encodeURIComponent(svg)}`, alt: '<Figure>' },
      { kind: 'markdown', text: '**two**' },
    ])
  })

  it('shows errors without the colors of terminals', () => {
    const found = notebook([code([{ output_type: 'error', traceback: ['\u001b[0;31mValueError\u001b[0m: no'] }])])

    expect(found?.cells[0]?.outputs).toEqual([{ kind: 'text', text: 'ValueError: no\n', isError: true }])
  })

  it('prefers a formula to its text', () => {
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

describe('inColumns', () => {
  const cell = (textContent: string, colSpan = 1, rowSpan = 1) => ({ textContent, colSpan, rowSpan })

  it('puts cells that span columns or rows where a browser shows them', () => {
    const rows = [
      { cells: [cell(''), cell('level', 2), cell('flow')] },
      { cells: [cell('Köln', 1, 2), cell('1'), cell('2'), cell('3')] },
      { cells: [cell('4'), cell('5'), cell('6')] },
    ]

    expect(inColumns(rows)).toEqual([
      ['', 'level', '', 'flow'],
      ['Köln', '1', '2', '3'],
      ['', '4', '5', '6'],
    ])
  })

  it('leaves room above cells that span rows', () => {
    const rows = [{ cells: [cell('a'), cell('b', 1, 2)] }, { cells: [cell('c')] }]

    expect(inColumns(rows)).toEqual([
      ['a', 'b'],
      ['c', ''],
    ])
  })
})
