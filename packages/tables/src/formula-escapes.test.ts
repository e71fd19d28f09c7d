import fc from 'fast-check'
import { describe, it } from 'vitest'
import { escapedName, unescapedName } from './formula-escapes.ts'

describe('the name of a column in a CSV file', () => {
  it('is unchanged after writing and reading it', () => {
    const names = fc.string({ unit: fc.constantFrom("'", '"', '=', '+', '-', '@', 'a', '1') })

    fc.assert(fc.property(names, (name) => unescapedName(escapedName(name)) === name))
  })
})
