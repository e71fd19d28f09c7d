import { describe, expect, it } from 'vitest'
import { shortened } from './shortened.ts'

const within = (length: number) => (cut: string) => cut.length <= length

describe('shortened', () => {
  it('cuts in the middle and keeps the extension with the end of the stem', () => {
    expect(shortened('koeln_2019-2024_clean.csv', within(16))).toBe('koeln_20…ean.csv')
  })

  it('keeps the last letters of a name without an extension', () => {
    expect(shortened('daily_discharge_of_bonn', within(10))).toBe('daily_…onn')
  })

  it('keeps one letter of the start when nothing fits', () => {
    expect(shortened('koeln_2019-2024.csv', within(2))).toBe('k…024.csv')
  })
})
