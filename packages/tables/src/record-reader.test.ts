import { describe, expect, it } from 'vitest'
import { type DelimitedRecord, recordReader } from './record-reader.ts'
import type { Separators } from './records.ts'

const FORM: Separators & { skipLines: number } = { delimiter: ',', quote: '"', escapedBy: '"', skipLines: 0 }

/** Reads a string as a whole and one character at a time. Both must return the same result. */
function read(text: string, form: Partial<Separators> = {}): DelimitedRecord[] {
  const [found, again]: [DelimitedRecord[], DelimitedRecord[]] = [[], []]
  const whole = recordReader({ ...FORM, ...form }, (record) => found.push(record))
  whole.read(text)
  whole.end()
  const inPieces = recordReader({ ...FORM, ...form }, (record) => again.push(record))
  for (const char of text) inPieces.read(char)
  inPieces.end()
  expect(again).toEqual(found)
  return found
}

const records = (text: string, form: Partial<Separators> = {}) => read(text, form).map(({ fields }) => fields)

describe('recordReader', () => {
  it.each([
    [
      'plain records',
      'a,b\n1,2\n',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      'quotes, delimiters and line breaks',
      'a,b\n"1,5","x\ny ""z"""\n',
      [
        ['a', 'b'],
        ['1,5', 'x\ny "z"'],
      ],
    ],
    [
      'bare carriage returns',
      'a,b\r1,2\r',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      'quotation marks within a field',
      'a,b\n5" pipe,"x"y\n',
      [
        ['a', 'b'],
        ['5" pipe', 'xy'],
      ],
    ],
    [
      'empty cells and blank lines',
      'a,b\n\n,\n1,\n',
      [
        ['a', 'b'],
        ['', ''],
        ['1', ''],
      ],
    ],
  ])('reads %s', (_, text, expected) => {
    expect(records(text)).toEqual(expected)
  })

  it.each([
    ['skips spaces before a quotation mark', 'a,b\n1, "x, y"\n', ['1', 'x, y']],
    ['skips spaces after a quotation mark', 'a,b\n"x" ,2\n', ['x', '2']],
    ['keeps text after a closing quotation mark', 'a,b\n"x"y"z",2\n', ['xy"z"', '2']],
    ['skips a byte order mark', '\ufeffa,b\n1,2\n', ['1', '2']],
    ['skips blank lines and the DOS end-of-file character', 'a,b\n \n1,2\n\u001a', ['1', '2']],
  ])('%s', (_, text, expected) => {
    expect(records(text)[1]).toEqual(expected)
    expect(records(text)).toHaveLength(2)
  })

  it('reads every row despite an unclosed quotation mark', () => {
    const found = read('a,b\n1,"x\n2,"y"\n3,"z\nz"\n4,"w\n5,"v"\n')

    expect(found.map(({ fields }) => fields)).toEqual([
      ['a', 'b'],
      ['1', '"x'],
      ['2', 'y'],
      ['3', 'z\nz'],
      ['4', '"w'],
      ['5', 'v'],
    ])
    expect(found.filter(({ openQuote }) => openQuote).map(({ line }) => line)).toEqual([2, 6])
  })

  it('reports the line of a quotation mark that is still open at the end', () => {
    const reader = recordReader(FORM, () => undefined)
    reader.read('a,b\n1,2\n3,"x\n4,5\n')

    expect(reader.end()).toBe(3)
  })

  it('reads backslash escapes in files that use them', () => {
    expect(records('a,b\n"say \\"hi\\"","c:\\temp"\n', { escapedBy: '\\' })[1]).toEqual(['say "hi"', 'c:\\temp'])
  })
})
