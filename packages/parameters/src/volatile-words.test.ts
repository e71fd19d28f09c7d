import { describe, expect, it } from 'vitest'
import { volatileWord } from './volatile-words.ts'

const SCHEMA = { properties: { sql: { type: 'string', 'x-volatile-words': ['random', 'now'] }, name: {} } }

describe('words that make results differ', () => {
  it('are found in any case, also quoted', () => {
    expect(volatileWord(SCHEMA, { sql: 'SELECT Random() FROM input' })).toEqual({ parameter: 'sql', word: 'random' })
    expect(volatileWord(SCHEMA, { sql: 'select "now"()' })).toEqual({ parameter: 'sql', word: 'now' })
  })

  it('are not found in longer names, in other parameters, or in steps without such words', () => {
    expect(volatileWord(SCHEMA, { sql: 'select random_seed, snow from input' })).toBeUndefined()
    expect(volatileWord(SCHEMA, { sql: 'select 1', name: 'random' })).toBeUndefined()
    expect(volatileWord({ properties: { sql: {} } }, { sql: 'select random()' })).toBeUndefined()
    expect(volatileWord(null, { sql: 'select random()' })).toBeUndefined()
  })
})
