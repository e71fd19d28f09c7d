import { expect, it } from 'vitest'
import { itemsOfText, textOfItems } from './typed-items.ts'

it.each([
  ['Köln, Bonn', ['Köln', 'Bonn']],
  ['3, 5.5, true', [3, 5.5, true]],
  ['[{"a": 1}, "1, 2"]', [{ a: 1 }, '1, 2']],
  ['Köln,', ['Köln']],
  ['', []],
])('%s is the list %j', (text, items) => {
  expect(itemsOfText(text)).toEqual(items)
})

it.each([[['Köln', 'Bonn']], [[3, 5.5, true]], [['3', 3]], [['a, b']], [[{ a: 1 }]], [[['x']]], [[]], [['']]])(
  'the text for %j is read as the same list',
  (items) => {
    expect(itemsOfText(textOfItems(items))).toEqual(items)
  },
)
