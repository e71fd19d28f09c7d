import type { RowCondition } from '@millrace/contracts/previews'
import { describe, expect, it } from 'vitest'
import { conditionText, limitsOf, rangeOf, withPart } from './row-conditions.ts'

const LEVEL: RowCondition = { Column: 'level', Is: 'AtLeast', Values: ['3'] }
const STATION: RowCondition = { Column: 'station', Is: 'OneOf', Values: ['Köln', 'Bonn', 'Mainz'] }

describe('the parts of a filter', () => {
  it('are replaced in place, added at the end, and removed', () => {
    const range = { column: 'level', part: 'range' } as const

    expect(withPart([LEVEL, STATION], range, rangeOf('', '9'))).toEqual([
      { Column: 'level', Is: 'AtMost', Values: ['9'] },
      STATION,
    ])
    expect(withPart([STATION], range, rangeOf('3', ''))).toEqual([STATION, LEVEL])
    expect(withPart([LEVEL, STATION], range, rangeOf('', ''))).toEqual([STATION])
    expect(withPart([LEVEL], { column: 'level', part: 'presence' }, { Is: 'IsEmpty' })).toHaveLength(2)
  })

  it.each([
    ['1', '2'],
    ['1', ''],
    ['', '2'],
  ])('show the range %s to %s as it was entered', (from, to) => {
    const range = rangeOf(from, to)

    expect(limitsOf(range && { ...range, Column: 'level' })).toEqual({ from, to })
  })

  it.each<[RowCondition, string]>([
    [LEVEL, 'at least 3'],
    [STATION, 'one of Köln, Bonn and 1 more'],
    [{ Column: 'level', Is: 'Between', Values: ['1', '2'] }, 'between 1 and 2'],
    [{ Column: 'level', Is: 'IsEmpty' }, 'is empty'],
  ])('read %j', (condition, words) => {
    expect(conditionText(condition)).toBe(words)
  })
})
