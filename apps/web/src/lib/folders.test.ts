import { describe, expect, it } from 'vitest'
import { foldersOf } from './folders.ts'
import { folderQuery } from './list-search.ts'

describe('folders of work data', () => {
  it('make a tree with the folders above them', () => {
    const tags = ['folder=b/rep10', 'folder=a/x/y', 'river=rhine', 'folder=b', 'folder=b/rep2', 'folder']

    expect(foldersOf(tags)).toEqual([
      { path: 'a', name: 'a', depth: 0 },
      { path: 'a/x', name: 'x', depth: 1 },
      { path: 'a/x/y', name: 'y', depth: 2 },
      { path: 'b', name: 'b', depth: 0 },
      { path: 'b/rep2', name: 'rep2', depth: 1 },
      { path: 'b/rep10', name: 'rep10', depth: 1 },
    ])
  })

  it('are found with their subfolders, whatever characters their names contain', () => {
    expect(folderQuery('2024 "raw"')).toBe('folder = "2024 \\"raw\\"" or folder startswith "2024 \\"raw\\"/"')
  })
})
