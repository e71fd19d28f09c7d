import { type ZipEntry, zipOf } from '@millrace/contracts/testing/zip-files'
import { IS_LONG } from '@millrace/tables/testing/long'
import { describe, expect, it } from 'vitest'
import { testPreviews } from '#testing/previews.ts'
import { openEntry } from './open-entry.ts'

const { csv: file, previews } = testPreviews()
const archive = (name: string, entries: ZipEntry[]) => file(name, zipOf(entries))
const list = (name: string, entries: ZipEntry[]) => previews.archive('ada', archive(name, entries))
const faults = async (...entries: ZipEntry[]) => {
  const listing = await list(`${entries[0]?.name.replace(/\W/g, '_')}.zip`, entries)
  return listing.entries.map(({ Fault }) => Fault)
}

describe('the preview of an archive', () => {
  it('lists files and folders with their sizes and times', async () => {
    const { entries, total, notes } = await list('data.zip', [
      { name: 'readings/' },
      { name: 'readings/köln.csv', content: 'a,b\n'.repeat(100) },
    ])

    expect(total).toBe(2)
    expect(notes).toEqual([])
    expect(entries).toMatchObject([
      { Index: 0, Name: 'readings/', IsFolder: true, Fault: null },
      {
        Index: 1,
        Name: 'readings/köln.csv',
        IsFolder: false,
        SizeInBytes: 400,
        ModifiedAt: '2025-01-01T00:00:00.000Z',
      },
    ])
    expect(entries[1]?.CompressedBytes).toBeLessThan(50)
  })

  it('finds an archive surrounded by other bytes, as in self-extracting programs', async () => {
    const zip = zipOf([{ name: 'levels.csv', content: 'a\n1\n' }])
    const packed = file('self.zip', Buffer.concat([Buffer.from('MZ stub'), zip, Buffer.alloc(70_000)]))

    const { entries } = await previews.archive('ada', packed)
    const entry = await previews.entry('ada', packed, 0)

    expect(entries).toMatchObject([{ Name: 'levels.csv', Fault: null }])
    expect(entry).toMatchObject({ Kind: 'text', Content: 'a\n1\n' })
  })

  it('lists the first entries of many', async () => {
    const { entries, total, notes } = await list(
      'many.zip',
      Array.from({ length: 6000 }, (_, at) => ({ name: `${at}.txt` })),
    )

    expect([entries.length, total]).toEqual([5000, 6000])
    expect(notes).toEqual(['The first 5,000 entries are listed.'])
  })

  it('FLT22 sec/J7 lists the first entries of a million, and reads no more than a tenth of them', async () => {
    const million = archive(
      'million.zip',
      Array.from({ length: IS_LONG ? 1_000_000 : 150_000 }, (_, at) => ({ name: `${at}` })),
    )

    const { entries, total } = await previews.archive('ada', million)

    expect([entries.length, entries[4999]?.Name, total]).toEqual([5000, '4999', IS_LONG ? 1_000_000 : 150_000])
    await expect(previews.entry('ada', million, 120_000)).rejects.toThrow('million.zip has no entry 120,001.')
  })

  it('FLT22 sec/J7 names entries that lead outside the archive, and keeps listing the others', async () => {
    expect(
      await faults(
        { name: '../../etc/passwd' },
        { name: '/etc/passwd' },
        { name: 'C:\\windows\\x' },
        { name: 'a\0.txt' },
        { name: 'link', mode: 0o120777, content: '/etc' },
        { name: 'good.txt' },
      ),
    ).toEqual([
      'Its path leads outside the archive.',
      'Its path leads outside the archive.',
      'Its path leads outside the archive.',
      'Its path leads outside the archive.',
      'It is a symbolic link.',
      null,
    ])
  })

  it('names entries with a password and with other methods of compression', async () => {
    expect(await faults({ name: 'locked.txt', flags: 1 }, { name: 'lzma.txt', method: 14 })).toEqual([
      'It is protected by a password.',
      'It is compressed with an unsupported method.',
    ])
  })

  it('FLT22 sec/J7 refuses entries that would fill a disk', async () => {
    const [fault] = await faults({ name: 'bomb.txt', content: 'x', declares: 4e9 })

    expect(fault).toMatch(/^It would grow to [\d,]+ times its size/)
    await expect(openEntry(archive('bomb.zip', [{ name: 'bomb.txt', declares: 4e9 }]), 0)).rejects.toThrow(
      /bomb\.txt can’t be opened\. It would grow/,
    )
  })

  it('FLT22 sec/J7 refuses entries that share the same bytes', async () => {
    const data = archive('overlap.zip', [
      { name: 'a', content: 'x'.repeat(1000) },
      { name: 'b', sharesWith: 0 },
    ])
    const { entries, notes } = await previews.archive('ada', data)

    expect(notes).toEqual(['Entries share the same bytes, which is typical of zip bombs. They can’t be opened.'])
    expect(entries.map(({ Fault }) => Fault)).toEqual(Array(2).fill('It shares its bytes with another entry.'))
    for (const at of [0, 1]) {
      await expect(openEntry(data, at)).rejects.toThrow(
        `${entries[at]?.Name} can’t be opened. It shares its bytes with another entry.`,
      )
    }
    await expect(previews.entry('ada', data, 0)).rejects.toMatchObject({ code: 'preview-failed' })
  })

  it.each([
    ['cut.zip', zipOf([{ name: 'a', content: 'x' }]).subarray(0, 40)],
    ['noise.zip', Buffer.from('PK\x03\x04 and noise')],
    ['empty.zip', Buffer.alloc(0)],
  ])('says that %s is damaged', async (name, bytes) => {
    await expect(previews.archive('ada', file(name, bytes))).rejects.toMatchObject({
      code: 'preview-failed',
      message: `${name} can’t be read as a ZIP archive. It may be damaged or incomplete. Upload it again.`,
    })
  })
})

describe('the preview of an entry', () => {
  it('shows text in any encoding', async () => {
    const data = archive('texts.zip', [{ name: 'a.csv', content: Buffer.from('K\xf6ln;1\n', 'latin1') }])

    expect(await previews.entry('ada', data, 0)).toEqual({
      Kind: 'text',
      Name: 'a.csv',
      SizeInBytes: 7,
      Content: 'Köln;1\n',
      BytesLeftOut: 0,
      Encoding: 'Latin-1',
    })
  })

  it('shows the start of a large text, and the first bytes of other files', async () => {
    const data = archive('large.zip', [
      { name: 'a.txt', content: 'abcd'.repeat(500_000) },
      { name: 'inner.zip', content: zipOf([{ name: 'x', content: 'y'.repeat(9000) }]) },
    ])

    const text = await previews.entry('ada', data, 0)
    expect(text.Content).toHaveLength(1_000_000)
    expect(text.BytesLeftOut).toBe(1_000_000)
    expect(await previews.entry('ada', data, 1)).toMatchObject({ Kind: 'bytes', Name: 'inner.zip' })
  })

  it('sec/J7 stops at an entry that is larger than it declares', async () => {
    const data = archive('lying.zip', [{ name: 'a.txt', content: 'x'.repeat(50_000), declares: 10 }])

    await expect(previews.entry('ada', data, 0)).rejects.toMatchObject({ code: 'preview-failed' })
  })

  it('that does not exist is refused', async () => {
    await expect(previews.entry('ada', archive('one.zip', [{ name: 'a' }]), 7)).rejects.toThrow(
      'one.zip has no entry 8.',
    )
  })
})
