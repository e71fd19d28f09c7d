import { describe, expect, it } from 'vitest'
import { valueAt } from './pointer.ts'

describe('a JSON pointer', () => {
  it('names items of lists by their index, without leading zeros', () => {
    expect(
      ['/0', '/1', '/2', '/01', '/-1', '/+1', '/ 1', '/1.0', '/-'].map((pointer) => valueAt([5, 6], pointer)),
    ).toEqual([5, 6, ...Array.from({ length: 7 })])
  })

  it('names values of objects by any key', () => {
    expect(
      ['/01', '/-1', '/', '/a~1b/~0'].map((pointer) =>
        valueAt({ '01': 1, '-1': 2, '': 3, 'a/b': { '~': 4 } }, pointer),
      ),
    ).toEqual([1, 2, 3, 4])
  })
})
