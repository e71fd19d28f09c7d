import { expect, it } from 'vitest'
import { freeChunk, ownChunk } from './chunk-memory.ts'

it('frees the memory of whole chunks that only one consumer uses', () => {
  const [received, shared, foreign] = [Buffer.alloc(70_000), Buffer.alloc(70_000), Buffer.alloc(70_000)]
  ownChunk(received)
  ownChunk(shared)

  freeChunk(received.subarray())
  freeChunk(shared.subarray(1))
  freeChunk(foreign)

  expect([received, shared, foreign].map(({ length }) => length)).toEqual([0, 70_000, 70_000])
})
