import type { StepSlot } from '@millrace/workflows/steps'
import { describe, expect, it } from 'vitest'
import { addNote, type Draft, emptyDraft, freeName, keysOf, moveTo, setNote, setTexts } from './draft.ts'
import { chooseFiles, connect, disconnect, type SlotsOf, sourcesOf, targetsOf } from './edit-edges.ts'
import { addNode, outputName, patchNode, removeKeys, renameNode, toggleOutput } from './edit-nodes.ts'
import { connectSlots, repeatOver, repeatWithLater, runOnce } from './edit-repetition.ts'
import { addInput, bindParameter, removeVariable, renameVariable } from './edit-variables.ts'
import { fragmentOf, fragmentText, leftOutOf, pasteFragment, readFragment } from './fragment.ts'

const slot = (name: string, mediaType: string | null, maxSlots: number | null = 1): StepSlot => ({
  name,
  mediaType,
  minSlots: 1,
  maxSlots,
})
const clean = { inputs: [slot('table', 'text/csv')], outputs: [slot('cleaned', 'text/csv')] }
const plot = { inputs: [slot('table', 'text/csv')], outputs: [slot('plot', 'image/png')] }
const slotsOf: SlotsOf = (key) => {
  if (key.startsWith('variable-')) return { inputs: [], outputs: [slot('', null)] }
  return key.startsWith('plot') ? plot : clean
}

const chain: Draft = {
  version: 1,
  title: 'Chain',
  variables: { readings: { type: 'string', format: 'work-data' }, window: { type: 'integer' } },
  nodes: [
    {
      id: 'clean',
      step: { function: 'clean_table' },
      inputs: { table: [{ variable: 'readings' }] },
      parameters: { window: { variable: 'window' } },
    },
    {
      id: 'plot',
      step: { function: 'plot_table' },
      inputs: { table: [{ node: 'clean', slot: 'cleaned' }] },
      parameters: { rows: { node: 'clean', result: '/rows' } },
      after: ['clean'],
      when: { compare: { left: { node: 'clean', result: '/rows' }, is: 'gt', right: { value: 0 } } },
    },
  ],
  outputs: { chart: { node: 'plot', slot: 'plot' } },
  layout: { nodes: { clean: { x: 0, y: 0 }, plot: { x: 300, y: 0 } } },
}

it('replaces the files of an input slot and keeps other sources in place', () => {
  const [first, second] = ['/WorkData/1', '/WorkData/2'].map((workData) => ({ workData }))
  const mixed = {
    ...chain,
    nodes: [{ ...chain.nodes[0], inputs: { table: [first, { variable: 'readings' }] } }],
  } as Draft
  const inputsWith = (hrefs: string[]) => chooseFiles('clean', 'table', hrefs)(mixed).nodes[0]?.inputs

  expect(inputsWith(['/WorkData/2'])).toEqual({ table: [second, { variable: 'readings' }] })
  expect(inputsWith(['/WorkData/2', '/WorkData/1'])).toEqual({ table: [second, { variable: 'readings' }, first] })
  expect(chooseFiles('plot', 'table', [])(chain).nodes[1]?.inputs).toEqual(chain.nodes[1]?.inputs)
  expect(chooseFiles('clean', 'table', [])(chooseFiles('clean', 'table', ['a'])(mixed)).nodes[0]?.inputs).toEqual({
    table: [{ variable: 'readings' }],
  })
})

describe('repeating a step', () => {
  const parts = slot('parts', 'text/csv', null)
  const plotted = (draft: Draft) => draft.nodes[1] as Draft['nodes'][number]
  const from = { key: 'clean', slot: 'parts' }
  const connected = connectSlots({ from, output: parts, to: { key: 'plot', slot: 'table' }, input: plot.inputs[0] })(
    chain,
  )

  it('starts when an input for one file is connected to several', () => {
    expect(plotted(connected)).toMatchObject({
      forEach: { node: 'clean', slot: 'parts' },
      inputs: { table: [{ item: '' }] },
    })
  })

  it('is not needed for an input that accepts several files', () => {
    const all = { from, output: parts, to: { key: 'plot', slot: 'table' }, input: slot('table', 'text/csv', null) }

    expect(plotted(connectSlots(all)(chain)).forEach).toBeUndefined()
  })

  it('continues after a step that repeats', () => {
    const [first] = repeatOver('clean', { value: [1, 2] })(chain).nodes
    const ends = {
      from: { key: 'clean', slot: 'cleaned' },
      output: clean.outputs[0],
      to: { key: 'plot', slot: 'table' },
    }
    const next = connectSlots({ ...ends, input: plot.inputs[0] })({ ...chain, nodes: [first, chain.nodes[1]] } as Draft)

    expect(plotted(next).forEach).toEqual({ node: 'clean', slot: 'cleaned' })
  })

  it('makes later steps repeat whose input takes one file', () => {
    const several = { ...plot, inputs: [slot('table', 'text/csv', null)] }
    const repeated = (slots: SlotsOf) => plotted(repeatWithLater('clean', { value: [1, 2] }, slots)(chain))

    expect(repeated(slotsOf)).toMatchObject({
      forEach: { node: 'clean', slot: 'cleaned' },
      inputs: { table: [{ item: '' }] },
    })
    expect(repeated((key) => (key === 'plot' ? several : clean))).toEqual(plotted(chain))
  })

  it('can be turned off, so that the input takes all files', () => {
    expect(plotted(runOnce('plot')(connected))).toMatchObject({
      inputs: { table: [from].map(({ key, slot }) => ({ node: key, slot })) },
    })
    expect(plotted(runOnce('plot')(connected)).forEach).toBeUndefined()
  })

  it('can be turned off, so that nothing refers to the current item', () => {
    const bound = patchNode('plot', {
      parameters: { title: { item: '/name' }, rows: { value: 3 } },
      when: { compare: { left: { item: '/name' }, is: 'ne', right: { value: '' } } },
    })(repeatOver('plot', { value: [{ name: 'a' }] })(chain))

    const { when: _, ...once } = plotted(chain)
    expect(plotted(runOnce('plot')(bound))).toEqual({ ...once, parameters: { rows: { value: 3 } } })
  })

  it('ends, and drops the current item, when what it repeats over is disconnected or removed', () => {
    expect(plotted(disconnect('/nodes/1/forEach')(connected)).inputs).toBeUndefined()
    expect(removeKeys(['clean'])(connected).nodes[0]).toEqual({ id: 'plot', step: { function: 'plot_table' } })
  })
})

describe('editing nodes', () => {
  it('adds nodes with unused ids', () => {
    const twice = addNode('clean_table', { x: 1.4, y: 2 })(addNode('clean_table', { x: 0, y: 0 })(emptyDraft()))

    expect(twice.nodes.map(({ id }) => id)).toEqual(['clean_table', 'clean_table_2'])
    expect(twice.layout?.nodes?.clean_table_2).toEqual({ x: 1, y: 2 })
  })

  it('renames a node with every reference to it', () => {
    const renamed = renameNode('clean', 'tidy')(chain)

    expect(JSON.stringify(renamed)).not.toContain('"clean"')
    expect(renamed.nodes[1]).toMatchObject({
      inputs: { table: [{ node: 'tidy', slot: 'cleaned' }] },
      parameters: { rows: { node: 'tidy', result: '/rows' } },
      after: ['tidy'],
    })
    expect(renamed.layout?.nodes?.tidy).toEqual({ x: 0, y: 0 })
    expect(renameNode('clean', 'plot')(chain)).toBe(chain)
  })

  it('removes a node with everything that refers to it, and nothing else', () => {
    const left = removeKeys(['clean'])(chain)

    expect(left.nodes).toEqual([{ id: 'plot', step: { function: 'plot_table' } }])
    expect(left.variables).toEqual(chain.variables)
    expect(left.layout).toEqual({ nodes: { plot: { x: 300, y: 0 } } })
    expect(removeKeys(['plot'])(chain).outputs).toBeUndefined()
    expect(removeKeys(['plot'])(chain).nodes[0]).toBe(chain.nodes[0])
  })

  it('changes single settings, and removes them', () => {
    const changed = patchNode('plot', { retries: 2, after: undefined })(chain)

    expect(changed.nodes[1]).toMatchObject({ retries: 2 })
    expect(changed.nodes[1]).not.toHaveProperty('after')
  })

  it('lists outputs in the report, or removes them from it', () => {
    const both = toggleOutput('clean', 'cleaned')(chain)

    expect(outputName(both, 'clean', 'cleaned')).toBe('cleaned')
    expect(toggleOutput('plot', 'plot')(chain).outputs).toBeUndefined()
  })
})

describe('editing connections', () => {
  it('fills a slot, replaces the source of a full one, and never lists a source twice', () => {
    const added = addNode('plot_table', { x: 0, y: 0 })(chain)
    const to = { key: 'plot_table', slot: 'table' }
    const one = connect({ key: 'clean', slot: 'cleaned' }, to, 1)(added)

    expect(one.nodes[2]?.inputs).toEqual({ table: [{ node: 'clean', slot: 'cleaned' }] })
    expect(connect({ key: 'variable-readings', slot: undefined }, to, 1)(one).nodes[2]?.inputs).toEqual({
      table: [{ variable: 'readings' }],
    })
    expect(connect({ key: 'clean', slot: 'cleaned' }, to, null)(one).nodes[2]?.inputs?.table).toHaveLength(1)
  })

  it.each([
    ['/nodes/1/inputs/table/0', 'inputs'],
    ['/nodes/1/parameters/rows', 'parameters'],
    ['/nodes/1/after/0', 'after'],
    ['/nodes/1/when/compare/left', 'when'],
  ])('removes the reference at %s', (pointer, key) => {
    expect(disconnect(pointer)(chain).nodes[1]).not.toHaveProperty(key)
  })

  it('offers targets of a fitting type that do not close a cycle', () => {
    expect(targetsOf(chain, { key: 'clean', slot: 'cleaned' }, slotsOf)).toEqual([{ key: 'plot', slot: 'table' }])
    expect(targetsOf(chain, { key: 'plot', slot: 'plot' }, slotsOf)).toEqual([])
    expect(targetsOf(chain, { key: 'variable-readings', slot: undefined }, slotsOf)).toHaveLength(2)
  })

  it('offers sources of a fitting type', () => {
    expect(sourcesOf(chain, { key: 'plot', slot: 'table' }, slotsOf)).toEqual([
      { key: 'variable-readings', slot: undefined },
      { key: 'clean', slot: 'cleaned' },
    ])
    expect(sourcesOf(chain, { key: 'clean', slot: 'table' }, slotsOf)).toEqual([
      { key: 'variable-readings', slot: undefined },
    ])
  })
})

describe('editing variables', () => {
  it('renames a variable, its position and every binding', () => {
    const placed = moveTo(new Map([['variable-readings', { x: 5, y: 5 }]]))(chain)
    const renamed = renameVariable('readings', 'gauges')(placed)

    expect(Object.keys(renamed.variables ?? {})).toEqual(['gauges', 'window'])
    expect(renamed.nodes[0]?.inputs).toEqual({ table: [{ variable: 'gauges' }] })
    expect(renamed.layout?.nodes?.['variable-gauges']).toEqual({ x: 5, y: 5 })
  })

  it('removes a variable from everything that was bound to it', () => {
    const left = removeVariable('window')(chain)

    expect(left.variables).toEqual({ readings: chain.variables?.readings })
    expect(left.nodes[0]).not.toHaveProperty('parameters')
  })

  it('binds parameters, and restores their defaults', () => {
    const bound = bindParameter('plot', 'log_y', { value: true })(chain)

    expect(bound.nodes[1]?.parameters?.log_y).toEqual({ value: true })
    expect(bindParameter('plot', 'log_y', undefined)(bound).nodes[1]?.parameters).toEqual(chain.nodes[1]?.parameters)
  })

  it('adds inputs with a position', () => {
    const added = addInput('stations', { x: 10, y: 20 })(emptyDraft())

    expect(added.variables).toEqual({ stations: { type: 'string', format: 'work-data' } })
    expect(keysOf(added)).toEqual(['variable-stations'])
  })
})

describe('copying and pasting', () => {
  it('keeps references within the copy and to what exists, with unused names', () => {
    const text = fragmentText(fragmentOf(chain, ['clean', 'plot', 'variable-readings']))
    const fragment = readFragment(text)
    const { edit, keysIn } = pasteFragment(fragment ?? { nodes: [] }, { x: 40, y: 40 })
    const pasted = edit(chain)

    expect(keysIn(chain)).toEqual(['clean_2', 'plot_2', 'variable-readings_2'])
    expect(pasted.nodes[2]).toMatchObject({
      inputs: { table: [{ variable: 'readings_2' }] },
      parameters: { window: { variable: 'window' } },
    })
    expect(pasted.nodes[3]).toMatchObject({
      inputs: { table: [{ node: 'clean_2', slot: 'cleaned' }] },
      after: ['clean_2'],
    })
    expect(pasted.layout?.nodes?.plot_2).toEqual({ x: 340, y: 40 })
    expect(pasted.nodes.slice(0, 2)).toEqual(chain.nodes)
  })

  it('drops references that lead nowhere in another workflow', () => {
    const { edit } = pasteFragment(fragmentOf(chain, ['plot']), { x: 0, y: 0 })

    expect(edit(emptyDraft()).nodes).toEqual([{ id: 'plot', step: { function: 'plot_table' } }])
  })

  it('brings variables along into another workflow, once', () => {
    const fragment = readFragment(fragmentText(fragmentOf(chain, ['clean']))) ?? { nodes: [] }
    const { edit, keysIn } = pasteFragment(fragment, { x: 0, y: 0 })
    const other: Draft = { ...emptyDraft(), variables: { window: { type: 'string' } } }
    const once = edit(other)

    expect(keysIn(other)).toEqual(['clean'])
    expect(once.nodes[0]).toMatchObject({
      parameters: { window: { variable: 'window_2' } },
      inputs: { table: [{ variable: 'readings' }] },
    })
    expect(once.variables).toEqual({
      window: { type: 'string' },
      window_2: { type: 'integer' },
      readings: chain.variables?.readings,
    })
    expect(Object.keys(edit(chain).variables ?? {})).toEqual(['readings', 'window'])
  })

  it('names references to steps that another workflow does not have', () => {
    const repeated = repeatOver('plot', { node: 'clean', slot: 'parts' })(chain)
    const [first, plotted] = repeated.nodes as [Draft['nodes'][number], Draft['nodes'][number]]
    const fragment = { nodes: [first, { ...plotted, inputs: { table: [{ item: '' as const }] } }] }
    const [, copied] = fragment.nodes

    expect(leftOutOf(fragment, emptyDraft())).toEqual([])
    expect(leftOutOf({ nodes: fragment.nodes.slice(1) }, emptyDraft())).toEqual([
      { node: copied, parts: ['rows', 'table', 'order', '“Only if”', '“For each item”'] },
    ])
    expect(leftOutOf({ nodes: fragment.nodes.slice(1) }, chain)).toEqual([])
  })

  it('copies inputs and notes without steps', () => {
    const noted = addNote({ x: 1, y: 2 }, 'Check the gauge')(chain)
    const fragment = readFragment(fragmentText(fragmentOf(noted, ['variable-readings', 'note:0'])))

    expect(fragment?.nodes).toEqual([])
    expect(Object.keys(fragment?.variables ?? {})).toEqual(['readings'])
    expect(fragment?.layout?.notes).toEqual([{ text: 'Check the gauge', x: 1, y: 2 }])
  })

  it('pastes a whole definition', () => {
    expect(readFragment(JSON.stringify(chain))?.nodes).toEqual(chain.nodes)
  })

  it.each([
    ['some text'],
    ['a mention of "nodes"'],
    ['{"nodes":[]}'],
    ['{"kind":"millrace-workflow-fragment"}'],
    ['{"kind":"millrace-workflow-fragment","nodes":[1]}'],
    ['{"kind":"millrace-workflow-fragment","nodes":[{"id":"a","step":{"function":"f"},"inputs":{"table":"x"}}]}'],
    ['{"kind":"millrace-workflow-fragment","nodes":[{"id":"a","step":{"function":"f"}}],"layout":{"notes":[null]}}'],
    ['{"kind":"millrace-workflow-fragment","nodes":[],"variables":{"x":null}}'],
  ])('ignores a clipboard with anything else: %s', (text) => {
    expect(readFragment(text)).toBeUndefined()
  })
})

describe('notes, texts and names', () => {
  it('adds, changes, moves and removes notes', () => {
    const noted = setNote(0, 'Check the gauge')(addNote({ x: 1, y: 2 })(emptyDraft()))
    const moved = moveTo(new Map([['note:0', { x: 9.6, y: 2 }]]))(noted)

    expect(moved.layout?.notes).toEqual([{ text: 'Check the gauge', x: 10, y: 2 }])
    expect(removeKeys(['note:0'])(moved)).toEqual(emptyDraft())
  })

  it('drops an empty description', () => {
    expect(setTexts({ description: '' })({ ...chain, description: 'Old' })).not.toHaveProperty('description')
    expect(setTexts({ title: 'New' })(chain).title).toBe('New')
  })

  it('finds unused names', () => {
    expect(freeName('Daily mean!', new Set())).toBe('Daily_mean_')
    expect(freeName('9 lives', new Set())).toBe('_lives')
    expect(freeName('a_2', new Set(['a_2', 'a_3']))).toBe('a_4')
    expect(freeName('a', new Set(['a']))).toBe('a_2')
  })
})
