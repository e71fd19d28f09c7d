import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { type DelimitedRecord, recordReader } from './record-reader.ts'
import { scanDelimited } from './scan-delimited.ts'

const FORM = { delimiter: ',', quote: '"', escapedBy: '"', skipLines: 0, width: 2 }

async function scan(text: string, form = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'scan-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const path = join(folder, 'table.csv')
  await writeFile(path, text)
  return scanDelimited(path, { ...FORM, ...form })
}

/** Reads a text in one piece and letter by letter, which has to give the same. */
function read(text: string, form = {}): DelimitedRecord[] {
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

const records = (text: string, form = {}) => read(text, form).map(({ fields }) => fields)

describe('scanDelimited', () => {
  it.each([
    ['line feeds', 'a,b\n1,2\n3,4\n'],
    ['no line feed at the end', 'a,b\n1,2\n3,4'],
    ['carriage returns and line feeds', 'a,b\r\n1,2\r\n3,4\r\n'],
    ['delimiters and line feeds in quotes', 'a,b\n"1,5","x\ny"\n3,"say ""hi"""\n'],
  ])('finds nothing wrong with %s', async (_, text) => {
    expect(await scan(text)).toMatchObject({
      records: 3,
      misfits: 0,
      oddQuotes: 0,
      blankLines: 0,
      bareReturns: 0,
    })
  })

  it('counts records with too many or too few fields', async () => {
    expect(await scan('a,b\n"x\ny",1\n1,2,3\n4\n')).toMatchObject({ records: 4, misfits: 2 })
  })

  it('names the line of a quotation mark that is never closed', async () => {
    expect(await scan('a,b\n1,2\n3,"x\n4,5\n')).toMatchObject({ openQuoteLine: 3 })
  })

  it.each([
    ['blank lines', 'a,b\n\n1,2\n\n', { blankLines: 2, records: 2 }],
    ['bare carriage returns', 'a,b\r1,2\r', { bareReturns: 2, records: 2 }],
    ['quotation marks within a field', 'a,b\n5" pipe,2\n', { oddQuotes: 1, records: 2 }],
    ['text behind a closing mark', 'a,b\n"x"y,2\n', { oddQuotes: 1, records: 2 }],
    ['lines of blanks', 'a,b\n  \n1,2\n\u001a', { blankLines: 2, records: 2 }],
    ['quotation marks behind blanks', 'a,b\n1, "x, y"\n', { oddQuotes: 1, records: 2, misfits: 0 }],
    ['zero bytes', 'a,b\n1\0,2\n', { zeroBytes: 1, records: 2 }],
  ])('counts %s', async (_, text, counts) => {
    expect(await scan(text)).toMatchObject(counts)
  })

  it('passes over the lines before the table, whatever is in them', async () => {
    expect(await scan('# "made by\n# a logger\na,b\n1,2\n', { skipLines: 2 })).toMatchObject({
      records: 2,
      misfits: 0,
      oddQuotes: 0,
    })
  })
})

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
    ['passes over blanks before a quotation mark', 'a,b\n1, "x, y"\n', ['1', 'x, y']],
    ['passes over blanks behind one', 'a,b\n"x" ,2\n', ['x', '2']],
    ['keeps text behind a closing one', 'a,b\n"x"y"z",2\n', ['xy"z"', '2']],
    ['passes over a mark of the byte order', '\ufeffa,b\n1,2\n', ['1', '2']],
    ['passes over lines of blanks and the end of old files', 'a,b\n \n1,2\n\u001a', ['1', '2']],
  ])('%s', (_, text, expected) => {
    expect(records(text)[1]).toEqual(expected)
    expect(records(text)).toHaveLength(2)
  })

  it('loses no row to a quotation mark that is never closed', () => {
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

  it('reads backslashes before quotation marks where the file has them', () => {
    expect(records('a,b\n"say \\"hi\\"","c:\\temp"\n', { escapedBy: '\\' })[1]).toEqual(['say "hi"', 'c:\\temp'])
  })
})
