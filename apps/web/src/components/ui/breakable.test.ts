import { expect, it } from 'vitest'
import { breakable } from './breakable.ts'

const visible = (text: string) => text.replaceAll('\u00ad', '|').replaceAll('\u2060', '^').replaceAll('\u00a0', '~')

it('allows line breaks in the head after three letters, but not in the tail', () => {
  expect(visible(breakable('koeln_', 'a-b c.csv'))).toBe('koe|l|n|_|a-^b~c.^csv')
  expect(visible(breakable('IQR: a ', '1'))).toBe('IQR|:|~|a|~|1')
})

it('keeps together characters that consist of several parts', () => {
  expect(visible(breakable('abc👩‍🔬👩‍🔬', '.csv'))).toBe('abc|👩‍🔬|👩‍🔬|.^csv')
  expect(visible(breakable('a 📊📊b', '1'))).toBe('a~📊|📊|b|1')
  expect(visible(breakable('🇩🇪🇫🇷👩‍🔬d', '1'))).toBe('🇩🇪🇫🇷👩‍🔬|d|1')
  expect(visible(breakable('Gru\u0308n', '1'))).toBe('Gru\u0308|n|1')
})

it('allows no more line breaks than a wide column needs', () => {
  const drawn = visible(breakable('n'.repeat(300), '.csv'))

  expect(drawn.split('|').map((part) => part.length)).toEqual([3, ...Array(97).fill(1), 205])
  expect(drawn.replaceAll(/[|^]/g, '')).toBe(`${'n'.repeat(300)}.csv`)
})
