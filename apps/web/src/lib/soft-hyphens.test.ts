import { expect, it } from 'vitest'
import { softHyphens } from './soft-hyphens.ts'

it('long words can be split between syllables, and short ones stay whole', () => {
  const shown = softHyphens('Überschwemmungsgefährdungsabschätzung für Köln')

  expect(shown.replaceAll('\u00AD', '-')).toBe('Überschwemmungsge-fährdungsabschätzung für Köln')
  expect(softHyphens('Mara Lindqvist, hydrologist')).toBe('Mara Lindqvist, hydrologist')
})
