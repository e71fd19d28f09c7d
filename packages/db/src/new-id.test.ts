import { expect, it } from 'vitest'
import { newUuidV7 } from './new-id.ts'

it('creates distinct ids in the order of time, even when the random bytes are used up', () => {
  const ids = Array.from({ length: 1000 }, (_, at) => newUuidV7(at))

  expect(new Set(ids.map((id) => id.slice(14))).size).toBe(1000)
  expect(ids.toSorted()).toEqual(ids)
  for (const id of ids) expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
})
