import { expect, it } from 'vitest'
import { blocksOf } from './description-blocks.ts'

it('a description has paragraphs and lists, whose lines may be broken anywhere', () => {
  expect(
    blocksOf('Turns a table\ninto a tidy one.\n\nAlways:\n\n- Reads numbers\n  and times.\n- Clears markers.\n'),
  ).toEqual([
    { text: 'Turns a table into a tidy one.', items: [] },
    { text: 'Always:', items: [] },
    { text: '- Reads numbers and times. - Clears markers.', items: ['Reads numbers and times.', 'Clears markers.'] },
  ])
})
