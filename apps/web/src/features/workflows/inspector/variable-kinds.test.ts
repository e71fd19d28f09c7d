import { describe, expect, it } from 'vitest'
import { changedKind, kindOfVariable, VARIABLE_KINDS, type VariableKind } from './variable-kinds.ts'

describe('the kind of a variable', () => {
  it.each(Object.keys(VARIABLE_KINDS) as VariableKind[])('%s is recognized by its schema', (kind) => {
    expect(kindOfVariable(VARIABLE_KINDS[kind].schema)).toBe(kind)
  })

  it('is unknown for other schemas', () => {
    expect(kindOfVariable({ oneOf: [] })).toBeUndefined()
    expect(kindOfVariable({ type: 'array', items: { type: 'array' } })).toBeUndefined()
  })

  it('can change without the title', () => {
    expect(changedKind({ type: 'string', title: 'Window', default: 'day' }, 'integer')).toEqual({
      type: 'integer',
      title: 'Window',
    })
  })
})
