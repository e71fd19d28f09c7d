import { describe, expect, it } from 'vitest'
import { csvLine } from './csv.ts'

describe('a line of CSV', () => {
  it('quotes separators, quotes and line breaks', () => {
    expect(csvLine(['a,b', 'say "so"', 'two\nlines', 'plain', null, -1.5])).toBe(
      '"a,b","say ""so""","two\nlines",plain,,-1.5\r\n',
    )
  })

  it.each(['=1+1', '+1', '-1', '@sum'])('sec/I10 prevents a spreadsheet from running %j', (text) => {
    expect(csvLine([text])).toBe(`'${text}\r\n`)
  })
})
