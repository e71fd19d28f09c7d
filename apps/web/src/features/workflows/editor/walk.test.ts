import { expect, it } from 'vitest'
import type { Draft } from '../document/draft.ts'
import { walk } from './walk.ts'

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

it('walks along edges, and up and down between neighbors', () => {
  expect(walk(draft, places, undefined, 'right')).toBe('a')
  expect(walk(draft, places, 'a', 'right')).toBe('c')
  expect(walk(draft, places, 'c', 'up')).toBe('b')
  expect(walk(draft, places, 'b', 'left')).toBe('a')
  expect(walk(draft, places, 'a', 'left')).toBeUndefined()
})
