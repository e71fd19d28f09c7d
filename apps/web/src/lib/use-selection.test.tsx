import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { useLayoutEffect } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { describe, expect, it } from 'vitest'
import { bareElement } from '../testing/bare-element.ts'
import { type Fold, selectionOfRows } from './fold-sweeps.ts'
import { useSelectAll } from './use-select-all.ts'
import { useSelection } from './use-selection.ts'

interface Row {
  key: string
  fold?: Fold<Row>
}
const rowsOf = (keys: string): Row[] => [...keys].map((key) => ({ key }))
const keyOf = ({ key }: Row) => key
const PAGE = rowsOf('abcdefg')

interface ListProps {
  list: string
  read: () => Promise<{ rows: Row[]; total: number }>
}

let shown: ReturnType<typeof useSelection<Row>>
let selectAll = () => {}

function List({ list, read }: ListProps) {
  const selection = useSelection(PAGE, keyOf, list)
  useLayoutEffect(() => {
    shown = selection
  })
  return selection.items.length > 0 ? <Bar selection={selection} read={read} /> : null
}

function Bar({ selection, read }: { selection: typeof shown; read: ListProps['read'] }) {
  const all = useSelectAll(selection, read)
  useLayoutEffect(() => {
    selectAll = all
  })
  return null
}

const selected = () => shown.items.map(keyOf).join('')
const act = (change: (selection: typeof shown) => void) => flushSync(() => change(shown))

/** Renders a list. `arrive` delivers its other rows. */
function open() {
  const arrival = Promise.withResolvers<{ rows: Row[]; total: number }>()
  const root = createRoot(bareElement())
  const client = new QueryClient()
  const show = (list: string) =>
    flushSync(() =>
      root.render(
        <QueryClientProvider client={client}>
          <List list={list} read={() => arrival.promise} />
        </QueryClientProvider>,
      ),
    )
  async function arrive() {
    arrival.resolve({ rows: rowsOf('abcdefghij'), total: 12 })
    const [all] = client.getMutationCache().getAll()
    await expect.poll(() => all?.state.status).toBe('success')
    flushSync(() => {})
  }
  show('all')
  return { show, arrive }
}

describe('all rows of a list', () => {
  it('are selected, or as many as can be, which is reported until the user selects a row', async () => {
    const { arrive } = open()
    act(({ toggle }) => toggle(PAGE[0]!))
    selectAll()
    await arrive()

    expect([selected(), shown.isPart]).toEqual(['abcdefghij', true])
    act(({ toggle }) => toggle(PAGE[0]!))
    expect([selected(), shown.isPart]).toEqual(['bcdefghij', false])
  })

  it.each([
    { what: 'the filter changed', leave: (show: (list: string) => void) => show('results') },
    { what: 'the selection was left', leave: () => act(({ clear }) => clear()) },
  ])('are not selected once $what', async ({ leave }) => {
    const { show, arrive } = open()
    act(({ toggle }) => toggle(PAGE[0]!))
    selectAll()
    leave(show)
    await arrive()

    expect(selected()).toBe('')
  })
})

describe('a folded row', () => {
  const items = rowsOf('cde')
  const folded: Row = { key: 'c', fold: { sweep: 'a', name: 'Clean', items, listed: 2, isOpen: false } }
  const rows = () => selectionOfRows<Row, Row>(shown)

  it('is selected with all the rows in it', () => {
    open()

    act(() => rows().toggle(folded))
    expect([selected(), rows().has(folded)]).toEqual(['cde', true])
    act(() => rows().toggle(folded))
    expect(selected()).toBe('')
  })

  it('starts and ends a range', () => {
    open()

    act(() => rows().toggle(PAGE[0]!))
    act(() => rows().toggle(folded, true))
    expect(selected()).toBe('abcde')
    act(() => rows().toggle(PAGE[6]!, true))
    expect(selected()).toBe('abcdefg')
  })
})
