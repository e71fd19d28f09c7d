import { describe, expect, it } from 'vitest'
import { faultLine, readJson } from './json-text.ts'

describe('readJson', () => {
  it('reads values, and reads an empty text as no value', () => {
    expect(readJson('{"k": 3}')).toEqual({ value: { k: 3 }, fault: undefined })
    expect(readJson('  ')).toEqual({ value: undefined, fault: undefined })
  })

  it('names the line of a fault', () => {
    expect(readJson('{\n  "k": 3,\n  oops\n}').fault).toBe('Line 3: unexpected “o”.')
    expect(readJson('hello {').fault).toBe('Line 1: unexpected “h”.')
    expect(readJson('{\n  "k": [\n    1, 😀 ]\n}').fault).toBe('Line 3: unexpected “😀”.')
    expect(readJson('{ "end": 1,\n  "k": tru }').fault).toBe('Line 2: unexpected “ ”.')
    expect(readJson('{ "k": 3 }\n}').fault).toBe('Line 2: unexpected “}”.')
  })

  it.each(['{ "k": 3', '{ "k": "3', '{ "k":', '{ "k": tru', '[1,', '-', '1.', '{'])(
    'says that %s ends too early',
    (text) => {
      expect(readJson(text).fault).toMatch(/^Unexpected end/)
    },
  )
})

describe('faultLine', () => {
  it('is the line with the first fault, if the text is wrong before its end', () => {
    expect(faultLine('{\n  "k": 3,\n  oops\n}')).toBe(2)
    expect(faultLine('hello {')).toBe(0)
  })

  it('is unknown for JSON, and for text that only ends too early', () => {
    expect(faultLine('{\n"k": 3 }')).toBeUndefined()
    expect(faultLine('{\n"k": 3')).toBeUndefined()
  })
})
