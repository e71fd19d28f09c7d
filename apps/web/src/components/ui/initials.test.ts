import { expect, it } from 'vitest'
import { initials } from './initials.ts'

it.each([
  ['Mara Lindqvist', 'ML'],
  ['Mara', 'MA'],
  ['Mara von Lindqvist', 'ML'],
  ['🌊 Flood watch 👨‍👩‍👧', 'FW'],
  ['(Mara) 🌊', 'MA'],
  ['水位', '水位'],
  ['🌊', ''],
  ['', ''],
])('the initials of %s are letters only: %s', (name, letters) => {
  expect(initials(name)).toBe(letters)
})
