import { expect, it } from 'vitest'
import { fillPage } from './fill-page.ts'

const single = (name: string) => ({ name, properties: { Tags: [] } })
const swept = (sweep: string) => (name: string) => ({
  name,
  properties: { Tags: [`sweep=${sweep}`, 'sweep-by=threshold'] },
})
const many = (count: number, make: (name: string) => ReturnType<typeof single | ReturnType<typeof swept>>) =>
  Array.from({ length: count }, (_, at) => make(`${at}`))

it('fills a page to as many rows as it had resources, with all of a sweep that is longer than two pages', () => {
  const page = many(5, swept('a'))
  const rest = [...many(8, swept('a')), ...many(9, single)]

  expect(fillPage(page, rest)).toEqual([...page, ...rest.slice(0, 12)])
})

it('does not cut off a sweep that is already folded', () => {
  const page = [...many(3, single), ...many(3, swept('a'))]
  const rest = [...many(1, single), ...many(1, single), ...many(4, swept('a')), ...many(9, single)]

  expect(fillPage(page, rest)).toHaveLength(6 + 2 + 4)
})

it('leaves a page without folded sweeps unchanged', () => {
  const page = [...many(3, single), ...many(2, swept('a'))]

  expect(fillPage(page, many(9, single))).toEqual(page)
})
