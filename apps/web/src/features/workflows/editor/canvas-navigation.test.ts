import { expect, it } from 'vitest'
import type { Draft } from '../document/draft.ts'
import { nextNode } from './canvas-navigation.ts'

const draft: Draft = {
  version: 1,
  title: 'Walk',
  nodes: [
    { id: 'a', step: { function: 'f' } },
    { id: 'b', step: { function: 'f' }, after: ['a'] },
    { id: 'c', step: { function: 'f' }, after: ['a'] },
  ],
}
const places = new Map([
  ['a', { x: 0, y: 0 }],
  ['b', { x: 300, y: -100 }],
  ['c', { x: 300, y: 50 }],
])

it('moves along edges, and up and down between neighbors', () => {
  expect(nextNode(draft, places, undefined, 'right')).toBe('a')
  expect(nextNode(draft, places, 'a', 'right')).toBe('c')
  expect(nextNode(draft, places, 'c', 'up')).toBe('b')
  expect(nextNode(draft, places, 'b', 'left')).toBe('a')
  expect(nextNode(draft, places, 'a', 'left')).toBeUndefined()
})
