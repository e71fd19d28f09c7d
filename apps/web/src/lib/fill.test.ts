import { describe, expect, it } from 'vitest'
import { fill } from './fill.ts'

describe('fill', () => {
  it('puts the values into the text in order', () => {
    expect(fill('Rows {from}–{to} of {total}', 1, 20, '1,284')).toBe('Rows 1–20 of 1,284')
  })

  it('leaves values as they are', () => {
    expect(fill('Delete {name}?', '{name} $& {other}')).toBe('Delete {name} $& {other}?')
  })
})
