import { describe, expect, it } from 'vitest'
import { LOG_PAGE, type LogLine, startOfPage } from './job-log.queries.ts'
import { causeLine, hashOfLine, lineOfHash, matchesIn, partsOf } from './log-lines.ts'

describe('line links', () => {
  it('count lines from one', () => {
    expect(lineOfHash('#L128')).toBe(127)
    expect(hashOfLine(127)).toBe('L128')
    expect(lineOfHash('#L0')).toBeUndefined()
    expect(lineOfHash('#result')).toBeUndefined()
  })
})

describe('startOfPage', () => {
  it('is the start of the last line', () => {
    expect(startOfPage(0)).toBe(0)
    expect(startOfPage(LOG_PAGE)).toBe(0)
    expect(startOfPage(LOG_PAGE + 1)).toBe(LOG_PAGE)
  })
})

describe('searching', () => {
  const lines = ['Read 10 rows', 'nothing', 'READ again'].map(
    (Text): LogLine => ({ At: '', Stream: 'out', Attempt: 1, Text }),
  )

  it('finds loaded lines regardless of case, and skips those that are not loaded', () => {
    const lineAt = (index: number) => (index === 1 ? undefined : lines[index])

    expect(matchesIn(lineAt, 3, 'read')).toEqual([0, 2])
    expect(matchesIn(lineAt, 3, ' ')).toEqual([])
  })

  it('marks every place in a line', () => {
    expect(partsOf('a-b-a', 'A')).toEqual([
      { text: 'a', found: true },
      { text: '-b-', found: false },
      { text: 'a', found: true },
    ])
    expect(partsOf('', 'x')).toEqual([{ text: '', found: false }])
  })
})

describe('causeLine', () => {
  const line = (Text: string, Stream: 'out' | 'err' = 'err'): LogLine => ({ At: '', Stream, Attempt: 1, Text })

  it('skips the call stack', () => {
    const lines = [
      line('reading', 'out'),
      line('Error: no such column'),
      line('    at run (step.ts:3)'),
      line('    at serve'),
    ]

    expect(causeLine(lines)).toBe(1)
  })

  it('is absent without an error line', () => {
    expect(causeLine([line('done', 'out')])).toBeUndefined()
  })
})
