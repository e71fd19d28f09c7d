import { describe, expect, it } from 'vitest'
import { splitName } from './split-name.ts'

describe('splitName', () => {
  it('keeps the extension together with the end of the stem', () => {
    expect(splitName('koeln_2019-2024_clean.csv')).toEqual(['koeln_2019-2024_cl', 'ean.csv'])
  })

  it('keeps the last letters of a name without an extension', () => {
    expect(splitName('daily_discharge_of_bonn')).toEqual(['daily_discharge_of_b', 'onn'])
  })

  it('cuts no letter in two', () => {
    expect(splitName('flood watch 👨‍👩‍👧🌊🌊🌊.csv')).toEqual(['flood watch 👨‍👩‍👧', '🌊🌊🌊.csv'])
  })

  it.each(['e\u0301', '水', '👨‍👩‍👧', 'ق', 'ö'])('cuts a long name between letters: %s', (letter) => {
    const end = `${letter.repeat(3)}.csv`

    expect(splitName(`${'a'.repeat(90)}${end}`)).toEqual(['a'.repeat(90), end])
  })

  it('leaves a short name whole', () => {
    expect(splitName('gauge_2024.csv')).toEqual(['gauge_2024.csv', ''])
    expect(splitName('')).toEqual(['', ''])
  })
})
