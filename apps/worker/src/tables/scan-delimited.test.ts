import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { testFolder } from '#testing.ts'
import { recordReader } from './repair-delimited.ts'
import { scanDelimited } from './scan-delimited.ts'

const FORM = { delimiter: ',', quote: '"', escapedBy: '"', skipLines: 0, hasHeader: true, width: 2 }

async function scan(text: string, form = {}) {
  const path = join(await testFolder(), 'table.csv')
  await writeFile(path, text)
  return scanDelimited(path, { ...FORM, ...form })
}

function records(text: string, form = {}): string[][] {
  const found: string[][] = []
  const reader = recordReader({ ...FORM, ...form }, (fields) => found.push(fields))
  for (const char of text) reader.read(char)
  reader.end()
  return found
}

describe('scanDelimited', () => {
  it.each([
    ['line feeds', 'a,b\n1,2\n3,4\n'],
    ['no line feed at the end', 'a,b\n1,2\n3,4'],
    ['carriage returns and line feeds', 'a,b\r\n1,2\r\n3,4\r\n'],
    ['delimiters and line feeds in quotes', 'a,b\n"1,5","x\ny"\n3,"say ""hi"""\n'],
  ])('finds nothing wrong with %s', async (_, text) => {
    expect(await scan(text)).toMatchObject({
      records: 3,
      narrow: { count: 0 },
      wide: { count: 0 },
      oddQuotes: 0,
      blankLines: 0,
      bareReturns: 0,
    })
  })

  it('says which record of which line has too many or too few fields', async () => {
    const found = await scan('a,b\n"x\ny",1\n1,2,3\n4\n')

    expect(found.wide).toEqual({ count: 1, first: [{ record: 3, line: 4, fields: 3 }] })
    expect(found.narrow).toEqual({ count: 1, first: [{ record: 4, line: 5, fields: 1 }] })
  })

  it('names the line of a quotation mark that is never closed', async () => {
    expect(await scan('a,b\n1,2\n3,"x\n4,5\n')).toMatchObject({ openQuoteLine: 3 })
  })

  it.each([
    ['blank lines', 'a,b\n\n1,2\n\n', { blankLines: 2, records: 2 }],
    ['bare carriage returns', 'a,b\r1,2\r', { bareReturns: 2, records: 2 }],
    ['quotation marks within a field', 'a,b\n5" pipe,2\n', { oddQuotes: 1, records: 2 }],
    ['text behind a closing mark', 'a,b\n"x"y,2\n', { oddQuotes: 1, records: 2 }],
    ['zero bytes', 'a,b\n1\0,2\n', { zeroBytes: 1, records: 2 }],
  ])('counts %s', async (_, text, counts) => {
    expect(await scan(text)).toMatchObject(counts)
  })

  it('passes over the lines before the table, whatever is in them', async () => {
    expect(await scan('# "made by\n# a logger\na,b\n1,2\n', { skipLines: 2 })).toMatchObject({
      records: 2,
      narrow: { count: 0 },
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

  it('reads backslashes before quotation marks where the file has them', () => {
    expect(records('a,b\n"say \\"hi\\"","c:\\temp"\n', { escapedBy: '\\' })[1]).toEqual(['say "hi"', 'c:\\temp'])
  })
})
