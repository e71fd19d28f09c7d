import { describe, expect, it } from 'vitest'
import { filesOf, folderOf, inPathOrder } from './dropped-files.ts'

describe('files from this computer', () => {
  it('are sorted by their paths in natural order, whatever the order of the file system', () => {
    const files = ['b/rep10.csv', 'b/rep2.csv', 'a/rep3.csv', 'B/rep1.csv'].map(fileAt)

    expect(inPathOrder(files).map((file) => file.webkitRelativePath)).toEqual([
      'a/rep3.csv',
      'B/rep1.csv',
      'b/rep2.csv',
      'b/rep10.csv',
    ])
  })

  it('keep the folder that they were chosen with', () => {
    const folders = ['2024/gauges/rep1.csv', '2024/rep1.csv', 'rep1.csv'].map((path) => folderOf(fileAt(path)))

    expect(folders).toEqual(['2024/gauges', '2024', undefined])
    expect(folderOf(new File([], 'rep1.csv'))).toBeUndefined()
  })

  it('of a dropped folder are opened a few at a time, because the page waits meanwhile', async () => {
    let [open, most] = [0, 0]
    const entryAt = (name: string) => ({
      name,
      fullPath: `/gauges/${name}`,
      isFile: true,
      async file(resolve: (file: File) => void) {
        open += 1
        most = Math.max(most, open)
        await Promise.resolve()
        open -= 1
        resolve(new File([], name))
      },
    })
    const names = Array.from({ length: 120 }, (_, n) => `rep${n}.csv`)

    const files = await filesOf(dropOf('gauges', names.map(entryAt)))

    expect(files.map((file) => file.name)).toEqual(names)
    expect(folderOf(files[119] as File)).toBe('gauges')
    expect(most).toBe(50)
  })
})

function dropOf(name: string, children: readonly object[]): DataTransfer {
  const left = [...children]
  const reader = { readEntries: (resolve: (some: object[]) => void) => resolve(left.splice(0, 100)) }
  const entry = { name, isFile: false, isDirectory: true, createReader: () => reader }
  return { files: [], items: [{ webkitGetAsEntry: () => entry }] } as unknown as DataTransfer
}

function fileAt(path: string): File {
  const file = new File([], path.split('/').at(-1) ?? '')
  return Object.defineProperty(file, 'webkitRelativePath', { value: path })
}
