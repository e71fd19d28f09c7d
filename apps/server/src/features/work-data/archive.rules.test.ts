import { describe, expect, it } from 'vitest'
import { placesInArchive } from './archive.rules.ts'

const places = (...files: [name: string, ...tags: string[]][]) =>
  placesInArchive(files.map(([name, ...tags]) => ({ name, tags })))

describe('paths in an archive', () => {
  it('consist of the folder in a file’s tags and the file’s name', () => {
    expect(places(['levels.csv', 'river=rhine'], ['a.csv', 'folder=2024/köln'])).toEqual([
      'levels.csv',
      '2024/köln/a.csv',
    ])
  })

  it('are numbered where names repeat, whatever their case', () => {
    expect(places(['a.csv'], ['A.csv'], ['a.csv'], ['a (2).csv'])).toEqual([
      'a.csv',
      'A (2).csv',
      'a (3).csv',
      'a (2) (2).csv',
    ])
  })

  it('start with a folder for the job if results of several jobs have the same name', () => {
    const result = (name: string, producedByName?: string) => ({ name, tags: [], producedByName })

    expect(
      placesInArchive([
        result('fit.csv', 'May/June: fit'),
        result('fit.csv', '..'),
        result('fit.csv'),
        result('a.csv', 'x'),
      ]),
    ).toEqual(['May_June_ fit/fit.csv', 'fit.csv', 'fit (2).csv', 'a.csv'])
  })

  it('have folder names that file systems accept, even for long job names', () => {
    const long = (end: string) => ({ name: 'fit.csv', tags: [], producedByName: `${'ю'.repeat(500)}: ${end}. ` })

    const [first = '', second = ''] = placesInArchive([long('IQR, 3'), long('IQR, 4')])

    expect([first.endsWith('IQR, 3/fit.csv'), second.endsWith('IQR, 4/fit.csv')]).toEqual([true, true])
    expect(Buffer.byteLength(first.split('/')[0] ?? '')).toBeLessThan(256)
  })

  it('sec/J10 are found in linear time for ten thousand files with the same name', () => {
    const files = Array.from({ length: 10_000 }, () => ({ name: 'levels.csv', tags: ['folder=2024'] }))

    const found = placesInArchive(files)

    expect(new Set(found).size).toBe(10_000)
    expect(found.at(-1)).toBe('2024/levels (10000).csv')
  })

  it('never leave the archive', () => {
    expect(
      places(['a.csv', 'folder=../../etc'], ['b.csv', 'folder=/root'], ['c.csv', 'folder=C:\\temp\\..\\x']),
    ).toEqual(['etc/a.csv', 'root/b.csv', 'C_/temp/x/c.csv'])
  })
})
