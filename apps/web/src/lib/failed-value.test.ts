import { describe, expect, it } from 'vitest'
import { excerptOf, markedValue, withReplacement } from './failed-value.ts'

const failed = { Name: 'sql', Wrong: 'level', Offset: 14, Suggestions: ['level_cm'], Beside: [] }
const SQL = 'select level, level from input'

describe('the value of a failed parameter', () => {
  it('is split where the step found the wrong part', () => {
    expect(markedValue(SQL, failed)).toEqual({ before: 'select level, ', wrong: 'level', after: ' from input' })
  })

  it('is split at the first occurrence of the wrong part once the text has changed', () => {
    expect(markedValue('  level', failed)).toEqual({ before: '  ', wrong: 'level', after: '' })
    expect(markedValue('select 1', failed)).toEqual({ before: 'select 1', wrong: '', after: '' })
  })

  it('is wrong as a whole if the step names no part', () => {
    expect(markedValue('hour', { ...failed, Wrong: null })).toEqual({ before: '', wrong: 'hour', after: '' })
    expect(markedValue(['a', 'b'], { ...failed, Wrong: 'b', Offset: null })).toMatchObject({
      before: 'a, ',
      wrong: 'b',
    })
  })

  it('gets a suggestion in place of the wrong part', () => {
    expect(withReplacement(SQL, failed, 'level_cm')).toBe('select level, level_cm from input')
    expect(withReplacement(['level', 'q'], failed, 'level_cm')).toEqual(['level_cm', 'q'])
    expect(withReplacement(['level', 'q'], failed, 'q')).toEqual(['q'])
    expect(withReplacement('select 1', failed, 'level_cm')).toBe('select 1')
    expect(withReplacement(3, failed, 'level_cm')).toBe(3)
  })

  it('is no longer wrong once it contains a suggestion that itself contains the wrong name', () => {
    for (const suggestion of ['level_cm', 'water_level']) {
      const corrected = withReplacement('level', { ...failed, Offset: 0 }, suggestion)

      expect(markedValue(corrected, { ...failed, Offset: 0 })).toMatchObject({ before: suggestion, wrong: '' })
      expect(withReplacement(corrected, { ...failed, Offset: 0 }, suggestion)).toBe(suggestion)
    }
  })

  it('is shortened to the lines around the wrong part', () => {
    const lines = Array.from({ length: 20 }, (_, at) => `line ${at}`).join('\n')

    const { before, after } = excerptOf({ before: lines, wrong: 'x', after: lines })

    expect(before).toMatch(/^…\nline 13\n/)
    expect(after).toMatch(/line 6\n…$/)
  })
})
