import { describe, expect, it } from 'vitest'
import { describeDialect, detectDialect, distinctNames } from './dialect.ts'

describe('detectDialect', () => {
  it.each([
    ['comma', 'date,q\n2024-01-01,1.5\n2024-01-02,2.5\n', ','],
    ['semicolon', 'date;q\n2024-01-01;1,5\n2024-01-02;2,5\n', ';'],
    ['tab', 'date\tq\n2024-01-01\t1.5\n', '\t'],
    ['bar', 'date|q\n2024-01-01|1.5\n', '|'],
    ['a declared one', 'sep=!\ndate!q\n2024-01-01!1,5\n', '!'],
    ['commas inside quoted fields', 'name;place\n"Meier, A.";"Köln, Rhein"\n"Abel, B.";Bonn\n', ';'],
  ])('finds the delimiter: %s', (_, head, delimiter) => {
    expect(detectDialect(head)).toMatchObject({ delimiter, hasHeader: true })
  })

  it('finds the decimal comma, with points between thousands', () => {
    const dialect = detectDialect('station;q\nKöln;1.234,50\nBonn;98,1\n')

    expect(dialect.decimal).toBe(',')
    expect(describeDialect(dialect)).toBe('semicolon, decimal comma')
  })

  it('does not take thousands for decimals', () => {
    expect(detectDialect('station,q\nKöln,"1,234"\nBonn,"2,345"\n').decimal).toBe('.')
  })

  it('keeps repeated and empty names of the header as they are', () => {
    const { names } = detectDialect('id,q,q,\n1,2,3,4\n2,3,4,5\n')

    expect(names).toEqual(['id', 'q', 'q', ''])
    expect(distinctNames(names)).toEqual(['id', 'q', 'q (2)', 'column 4'])
  })

  it('numbers the columns of a file without a header', () => {
    const dialect = detectDialect('1,2.5,a\n2,3.5,b\n')

    expect(dialect).toMatchObject({ hasHeader: false, names: ['column 1', 'column 2', 'column 3'] })
  })

  it('takes years among the names for a header', () => {
    expect(detectDialect('station,river,country,2023,2024\nKöln,Rhein,DE,1.5,2.5\n').hasHeader).toBe(true)
  })

  it('passes over comments and a title above the table', () => {
    const head = '# made by a logger\n# zone UTC\ndate,q,flag\n2024-01-01,1.5,x\n2024-01-02,2.5,y\n2024-01-03,2.5,y\n'

    expect(detectDialect(head)).toMatchObject({ skipLines: 2, names: ['date', 'q', 'flag'] })
  })

  it('counts a quoted field over several lines as one', () => {
    const dialect = detectDialect('id,note\n1,"first line\nsecond, line"\n2,plain\n')

    expect(dialect).toMatchObject({ delimiter: ',', quote: '"', names: ['id', 'note'] })
  })

  it('finds the backslash before quotation marks', () => {
    expect(detectDialect('id,note\n1,"say \\"a, b\\" twice"\n2,plain\n').escapedBy).toBe('\\')
  })

  it.each(['', '\n', 'just one line of prose', 'word\nword\nword\n'])('reads %j as one column', (head) => {
    expect(detectDialect(head).names).toHaveLength(1)
  })

  it('keeps to the tab a TSV promises when a line could be either', () => {
    expect(detectDialect('a,b\tc,d\n1,2\t3,4\n', { delimiter: '\t' }).delimiter).toBe('\t')
  })
})
