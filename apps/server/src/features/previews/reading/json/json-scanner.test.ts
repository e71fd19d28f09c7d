import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { JsonScanner } from './json-scanner.ts'

function scan(text: string, chunkBytes: number) {
  const bytes = Buffer.from(text)
  const found: string[] = []
  const starts: number[] = []
  const scanner = new JsonScanner({
    begin: (at) => {
      starts.push(at)
      return false
    },
    end: (at) => found.push(bytes.subarray(starts.pop(), at).toString()),
  })
  let isOpen = true
  for (let at = 0; isOpen && at < bytes.length; at += chunkBytes)
    isOpen = scanner.feed(bytes.subarray(at, at + chunkBytes))
  if (isOpen) scanner.finish()
  return { isValid: isOpen && scanner.isComplete, found, at: scanner.at }
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

const json = fc.oneof(
  fc.json(),
  fc.jsonValue().map((value) => JSON.stringify(value, null, '\t')),
)
const chunk = fc.integer({ min: 1, max: 9 })

describe('JsonScanner', () => {
  it('finds every key and value, however the file is cut into chunks', () => {
    fc.assert(
      fc.property(json, chunk, (text, chunkBytes) => {
        const { isValid, found } = scan(text, chunkBytes)

        expect(isValid).toBe(true)
        expect(JSON.parse(found.at(-1) ?? '')).toEqual(JSON.parse(text))
        for (const part of found) JSON.parse(part)
      }),
    )
  })

  it('accepts what JSON.parse accepts', () => {
    const pieces = [
      '{',
      '}',
      '[',
      ']',
      ',',
      ':',
      '"',
      '"a"',
      '\\',
      '\\u00e4',
      '\\ud8',
      '-',
      '0',
      '01',
      '1.',
      '.5',
      'e',
      'E+',
      '12',
      'true',
      'nul',
      'null',
      ' ',
      '\n',
      '\u0001',
      'ö',
    ]
    const texts = fc.oneof(
      fc.array(fc.constantFrom(...pieces), { maxLength: 9 }).map((parts) => parts.join('')),
      fc.tuple(json, fc.nat(), fc.constantFrom(...pieces, '')).map(([text, place, piece]) => {
        const at = place % (text.length + 1)
        return text.slice(0, at) + piece + text.slice(at + 1)
      }),
    )
    fc.assert(
      fc.property(texts, chunk, (text, chunkBytes) => {
        expect(scan(text, chunkBytes).isValid).toBe(isJson(text))
      }),
      { numRuns: 2000 },
    )
  })
})
