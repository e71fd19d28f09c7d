import { expect, it } from 'vitest'
import { tagsWithFolder } from './folder-tags.ts'

it('adds the folder that a file was chosen with to its tags', () => {
  const file = Object.defineProperty(new File([], 'a.csv'), 'webkitRelativePath', { value: '2024/gauges/a.csv' })

  expect(tagsWithFolder(['river=rhine'], file)).toEqual(['river=rhine', 'folder=2024/gauges'])
  expect(tagsWithFolder(['river=rhine'], new File([], 'a.csv'))).toEqual(['river=rhine'])
})
