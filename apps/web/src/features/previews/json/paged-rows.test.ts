import type { JsonChild } from '@millrace/contracts/json-trees'
import { describe, expect, it } from 'vitest'
import { type PageAt, pagedRows, pageId } from './paged-rows.ts'

const child = (At: number, Size: number | null, Key: string | null = null): JsonChild => ({
  Key,
  KeyIsCut: false,
  At,
  Size,
  Text: '',
  IsCut: false,
})

/**
 * Returns the rows of a tree whose pages are all loaded. The first page of the root contains `inside`, if given; every
 * other page contains two scalars.
 */
function rows(
  root: JsonChild,
  { open = [], closed = [], inside = [] }: { open?: string[]; closed?: string[]; inside?: JsonChild[] } = {},
) {
  const touched = new Map([...open.map((id) => [id, true] as const), ...closed.map((id) => [id, false] as const)])
  const pageOf = ({ at, from }: PageAt) =>
    at === root.At && from === 0 && inside.length > 0
      ? inside
      : Array.from({ length: 2 }, (_, number) => child(1e6 + at * 1000 + from + number, null))
  return pagedRows({ root, touched, pageOf })
}

describe('pagedRows', () => {
  it('requests the values of what is open', () => {
    const tree = rows(child(0, 2), { open: ['7'], inside: [child(7, 3, 'a/b'), child(9, 5, 'closed')] })

    expect(tree.pages.map(pageId)).toEqual(['0:0', '7:0'])
    expect(tree.rows.map(({ name, depth, pointer }) => [name, depth, pointer])).toEqual([
      [undefined, 0, ''],
      ['a/b', 1, '/a~1b'],
      ['0', 2, '/a~1b/0'],
      ['1', 2, '/a~1b/1'],
      ['closed', 1, '/closed'],
    ])
  })

  it('has no path below a truncated key', () => {
    const cut = { ...child(7, 2, 'long…'), KeyIsCut: true }
    const tree = rows(child(0, 1), { open: ['7'], inside: [cut] })

    expect(tree.rows.map(({ name, pointer }) => [name, pointer])).toEqual([
      [undefined, ''],
      ['long…', undefined],
      ['0', undefined],
      ['1', undefined],
    ])
  })

  it('groups many values, of which the first hundred are shown', () => {
    const tree = rows(child(0, 12_345), {})

    expect(tree.pages.map(pageId)).toEqual(['0:0'])
    expect(tree.rows.slice(0, 6).map(({ name, depth, size }) => [name, depth, size])).toEqual([
      [undefined, 0, 12_345],
      ['0 – 9,999', 1, 10_000],
      ['0 – 99', 2, 100],
      ['0', 3, undefined],
      ['1', 3, undefined],
      ['100 – 199', 2, 100],
    ])
    expect(tree.rows.at(-1)).toMatchObject({ name: '10,000 – 12,344', depth: 1, size: 2345, isOpen: false })
  })

  it('has few rows for any number of values', () => {
    expect(rows(child(0, 1e12)).rows.length).toBeLessThan(600)
    expect(rows(child(0, 100)).rows).toHaveLength(3)
    expect(rows(child(0, 0)).rows).toMatchObject([{ isOpen: false }])
  })

  it('has one row for a page that is not loaded yet', () => {
    const { rows: shown } = pagedRows({ root: child(0, 5), touched: new Map(), pageOf: () => undefined })

    expect(shown[1]).toMatchObject({ depth: 1, page: { at: 0, from: 0 } })
  })
})
