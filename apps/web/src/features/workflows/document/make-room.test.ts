import { expect, it } from 'vitest'
import type { Draft, Place } from './draft.ts'
import { roomBetween } from './make-room.ts'

const after = (id: string, ...nodes: string[]) => ({ id, step: { function: 'clean_table' }, after: nodes })
const draft: Draft = {
  version: 1,
  title: 'Chain',
  nodes: [after('a'), after('b', 'a'), after('c', 'b'), after('beside', 'a')],
}
const placesAt = (x: number) =>
  new Map<string, Place>([
    ['a', { x: 0, y: 0 }],
    ['b', { x, y: 0 }],
    ['c', { x: x + 264, y: 40 }],
    ['beside', { x: 264, y: 200 }],
  ])

it('puts a node where it was dropped if that place is free', () => {
  const drop = { x: 264, y: 10 }

  expect(roomBetween(draft, placesAt(600), { from: 'a', to: 'b' }, drop)).toEqual({ place: drop, moved: new Map() })
})

it('moves the nodes that follow by the space that is missing', () => {
  const { place, moved } = roomBetween(draft, placesAt(300), { from: 'a', to: 'b' }, { x: 230, y: 20 })

  expect(place).toEqual({ x: 264, y: 0 })
  expect(Object.fromEntries(moved)).toEqual({
    a: { x: 0, y: 0 },
    b: { x: 528, y: 0 },
    c: { x: 792, y: 40 },
    beside: { x: 264, y: 200 },
  })
})

it('moves nothing if there is enough space beside the dropped node', () => {
  const { place, moved } = roomBetween(draft, placesAt(600), { from: 'a', to: 'b' }, { x: 450, y: 20 })

  expect(place).toEqual({ x: 264, y: 0 })
  expect(moved.get('b')).toEqual({ x: 600, y: 0 })
})
