import { describe, expect, it } from 'vitest'
import { folderOf, inPathOrder } from './dropped-files.ts'

describe('files from this computer', () => {
  it('are sorted by their paths as people count, whatever the order of the file system', () => {
    const files = ['b/rep10.csv', 'b/rep2.csv', 'a/rep3.csv', 'B/rep1.csv'].map(fileAt)

    expect(inPathOrder(files).map((file) => file.webkitRelativePath)).toEqual([
      'a/rep3.csv',
      'B/rep1.csv',
      'b/rep2.csv',
      'b/rep10.csv',
    ])
  })

  it('know the folder that they were chosen with', () => {
    const folders = ['2024/gauges/rep1.csv', '2024/rep1.csv', 'rep1.csv'].map((path) => folderOf(fileAt(path)))

    expect(folders).toEqual(['2024/gauges', '2024', undefined])
    expect(folderOf(new File([], 'rep1.csv'))).toBeUndefined()
  })
})

function fileAt(path: string): File {
  const file = new File([], path.split('/').at(-1) ?? '')
  return Object.defineProperty(file, 'webkitRelativePath', { value: path })
}
