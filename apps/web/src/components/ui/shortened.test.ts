import { describe, expect, it } from 'vitest'
import { shortened } from './shortened.ts'

const shortens = (name: string, length: number) => shortened(name, (from, to) => from + 1 + name.length - to <= length)

describe('shortened', () => {
  it('cuts in the middle and keeps the extension with the end of the stem', () => {
    expect(shortens('koeln_2019-2024_clean.csv', 16)).toBe('koeln_20…ean.csv')
  })

  it('keeps the last letters of a name without an extension', () => {
    expect(shortens('daily_discharge_of_bonn', 10)).toBe('daily_…onn')
  })

  it('leaves no half of a letter', () => {
    expect(shortens('flood 🌊🌊🌊🌊🌊.csv', 11)).toBe('flo…🌊.csv')
    expect(shortens('flood 🌊🌊🌊🌊🌊.csv', 16)).toBe('flood 🌊…🌊.csv')
  })

  it('keeps one letter of the start when nothing fits', () => {
    expect(shortens('koeln_2019-2024.csv', 2)).toBe('k…024.csv')
  })
})
