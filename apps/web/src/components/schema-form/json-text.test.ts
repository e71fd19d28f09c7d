import { describe, expect, it } from 'vitest'
import { readJson } from './json-text.ts'

describe('readJson', () => {
  it('reads values and takes an empty text for none', () => {
    expect(readJson('{"k": 3}')).toEqual({ value: { k: 3 }, fault: undefined })
    expect(readJson('  ')).toEqual({ value: undefined, fault: undefined })
  })

  it('names the line of a fault', () => {
    expect(readJson('{\n  "k": 3,\n  oops\n}').fault).toBe('Line 3: unexpected “o”.')
    expect(readJson('{ "k": 3').fault).toMatch(/unexpected end/)
  })
})
