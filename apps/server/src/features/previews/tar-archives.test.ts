import { randomBytes } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { MEDIA } from '@millrace/contracts/media-types'
import { paxEntry, type TarEntry, tarEntry, tarOf } from '@millrace/contracts/testing/tar-files'
import { describe, expect, it } from 'vitest'
import { openFiles } from '#testing/open-files.ts'
import { testPreviews } from '#testing/previews.ts'
import { openEntry } from './open-entry.ts'
import { readTar } from './reading/read-tar.ts'

const { csv: file, previews } = testPreviews()
const archive = (name: string, ...parts: (TarEntry | Buffer)[]) => ({
  ...file(name, tarOf(parts)),
  mediaType: MEDIA.tar,
})
const list = (...parts: TarEntry[]) => previews.archive('ada', archive('data.tar', ...parts))
const faults = async (...parts: TarEntry[]) => (await list(...parts)).entries.map(({ Name, Fault }) => [Name, Fault])

describe('the preview of a TAR archive', () => {
  it('lists files and folders with their sizes and times', async () => {
    const { entries, total, notes } = await list(
      { name: './readings/', type: '5' },
      { name: './readings/köln.csv', content: 'a,b\n'.repeat(300) },
      { name: 'last.txt', content: 'x' },
    )

    expect([total, notes]).toEqual([3, []])
    expect(entries).toMatchObject([
      { Index: 0, Name: 'readings/', IsFolder: true, SizeInBytes: 0, Fault: null },
      {
        Index: 1,
        Name: 'readings/köln.csv',
        IsFolder: false,
        SizeInBytes: 1200,
        ModifiedAt: '2025-01-01T00:00:00.000Z',
      },
      { Index: 2, Name: 'last.txt', SizeInBytes: 1 },
    ])
  })

  it('lists a gzip-compressed archive, whatever its extension', async () => {
    const packed = gzipSync(tarOf([{ name: 'a.txt', content: 'Köln\n' }]))
    const data = { ...file('data.tgz', packed), mediaType: MEDIA.tar }

    expect(await previews.archive('ada', data)).toMatchObject({ total: 1, entries: [{ Name: 'a.txt' }] })
    expect(await previews.entry('ada', data, 0)).toMatchObject({ Kind: 'text', Content: 'Köln\n' })
  })

  it('takes long names and sizes from the headers of either standard', async () => {
    const long = `${'folder/'.repeat(30)}ä.txt`

    expect(
      (
        await list(
          paxEntry({ path: 'renamed.txt', size: 3 }),
          { name: 'short', content: 'abc' },
          { name: '././@LongLink', type: 'L', content: `${long}\0` },
          { name: 'cut', content: 'x' },
          { name: 'plain.txt', content: 'y' },
        )
      ).entries.map(({ Name, SizeInBytes }) => [Name, SizeInBytes]),
    ).toEqual([
      ['renamed.txt', 3],
      [long, 1],
      ['plain.txt', 1],
    ])
  })

  it('lists the first entries of many', async () => {
    const { entries, total, notes } = await list(...Array.from({ length: 6000 }, (_, at) => ({ name: `${at}.txt` })))

    expect([entries.length, total]).toEqual([5000, 6000])
    expect(notes).toEqual(['The first 5,000 entries are listed.'])
  })

  it('FLT22 sec/J7 names entries that lead outside the archive or are not files, and keeps listing the others', async () => {
    expect(
      await faults(
        { name: '../../etc/passwd' },
        { name: '/etc/passwd' },
        { name: 'dev-disk-by\\x2dlabel.device' },
        paxEntry({ path: 'a/../../b' }),
        { name: 'b' },
        { name: 'link', type: '2', link: '/etc' },
        { name: 'hard', type: '1', link: 'good.txt', size: 9 },
        { name: 'device', type: '3' },
        { name: 'holes', type: 'S', content: 'x' },
        paxEntry({ 'GNU.sparse.major': 1, path: 'GNUSparseFile.0/holes' }),
        { name: 'b', content: 'x' },
        { name: 'good.txt' },
      ),
    ).toEqual([
      ['../../etc/passwd', 'Its path leads outside the archive.'],
      ['/etc/passwd', 'Its path leads outside the archive.'],
      ['dev-disk-by\\x2dlabel.device', 'Its name contains a backslash.'],
      ['a/../../b', 'Its path leads outside the archive.'],
      ['link', 'It is a symbolic link.'],
      ['hard', 'It is a link to another entry.'],
      ['device', 'It is not a file.'],
      ['holes', 'It is a sparse file, which is not supported.'],
      ['GNUSparseFile.0/holes', 'It is a sparse file, which is not supported.'],
      ['good.txt', null],
    ])
  })

  it('FLT22 sec/J7 refuses entries that would fill a disk', async () => {
    const packed = gzipSync(tarEntry({ name: 'bomb.txt', size: 8e9 }))
    const data = { ...file('bomb.tar.gz', packed), mediaType: MEDIA.tar }

    expect((await previews.archive('ada', data)).entries[0]?.Fault).toMatch(/^It would grow to [\d,]+ times its size/)
    await expect(openEntry(data, 0)).rejects.toThrow(/bomb\.txt can’t be opened\. It would grow/)
  })

  it('FLT22 sec/J7 decompresses no more than a limit to find entries', async () => {
    const parts = [{ name: 'zeros', content: Buffer.alloc(4_000_256) }, { name: 'last' }]
    const data = { ...file('zeros.tgz', gzipSync(tarOf(parts))), mediaType: MEDIA.tar }

    expect(await readTar({ kind: 'archive', ...data }, 1e6)).toMatchObject({
      total: 1,
      notes: ['Only the first 1 MB of the decompressed archive were read. Later entries aren’t listed.'],
    })
    expect(await previews.archive('ada', data)).toMatchObject({ total: 2, notes: [] })
  })

  it('sec/J7 limits the attributes of one entry, however many headers they are in', async () => {
    const many = Array.from({ length: 3 }, () => paxEntry({ comment: 'x'.repeat(100_000) }))
    const { notes, total } = await list({ name: 'a.txt' }, ...many, { name: 'b.txt' })

    expect([total, notes]).toEqual([1, ['The archive is damaged. Later entries can’t be listed.']])
  })

  it('sec/J7 limits the attributes of all entries', async () => {
    const one = tarEntry(paxEntry({ comment: 'x'.repeat(250_000) }))
    const member = gzipSync(Buffer.concat([one, tarEntry({ name: 'a.txt' })]))
    const members = Array.from({ length: 450 }, () => member)
    const data = { ...file('attributes.tgz', Buffer.concat(members)), mediaType: MEDIA.tar }

    expect(await previews.archive('ada', data)).toMatchObject({
      total: 399,
      notes: ['Only the first 100 MB of attributes were read. Later entries aren’t listed.'],
    })
    await expect(openEntry(data, 420)).rejects.toThrow(
      'The entry follows the first 100 MB of attributes, so it is not read. Download the archive instead.',
    )
  })

  it('FLT22 sec/J7 says that it lists no more than a limit of entries, unless no entries follow', async () => {
    const many = (entries: number) => archive('many.tar', Buffer.alloc(entries * 512, tarEntry({ name: 'a.txt' })))
    const listed = 'The first 5,000 entries are listed.'

    expect(await previews.archive('ada', many(100_000))).toMatchObject({ total: 100_000, notes: [listed] })
    const data = many(100_001)
    expect(await previews.archive('ada', data)).toMatchObject({
      total: 100_000,
      notes: [listed, 'Only the first 100,000 entries were read. Later entries aren’t listed.'],
    })
    await expect(previews.entry('ada', data, 100_000)).rejects.toThrow(
      'The entry follows the first 100,000 entries, so it is not read. Download the archive instead.',
    )
  })

  it('says that a list is incomplete because the archive is truncated', async () => {
    const whole = tarOf([{ name: 'a.txt' }, { name: 'b.txt', content: 'x'.repeat(5000) }, { name: 'c.txt' }])
    const cut = whole.subarray(0, 2048)
    const expected = { total: 2, notes: ['The archive is damaged. Later entries can’t be listed.'] }

    for (const bytes of [cut, gzipSync(cut)]) {
      expect(await previews.archive('ada', { ...file('cut.tar', bytes), mediaType: MEDIA.tar })).toMatchObject(expected)
    }
  })

  it('sec/J7 does not keep attributes of any size in memory', async () => {
    const { notes, total } = await list({ name: 'a.txt' }, { name: 'PaxHeader', type: 'x', size: 4e9 })

    expect([total, notes]).toEqual([1, ['The archive is damaged. Later entries can’t be listed.']])
  })

  it.each([
    ['noise.tar', Buffer.from('not a tar archive at all'.repeat(100))],
    ['short.tar', Buffer.from('short')],
    ['empty.tar', Buffer.alloc(0)],
    ['noise.tgz', gzipSync('noise')],
    ['cut.tgz', gzipSync(Buffer.alloc(0)).subarray(0, 12)],
  ])('says that %s is damaged', async (name, bytes) => {
    await expect(previews.archive('ada', { ...file(name, bytes), mediaType: MEDIA.tar })).rejects.toMatchObject({
      code: 'preview-failed',
      message: `${name} can’t be read as a TAR archive. It may be damaged or incomplete. Upload it again.`,
    })
  })
})

describe('the preview of an entry of a TAR archive', () => {
  const mixed = archive(
    'mixed.tar',
    { name: 'a.csv', content: Buffer.from('K\xf6ln;1\n', 'latin1') },
    { name: 'big.txt', content: 'abcd'.repeat(500_000) },
    { name: 'z.bin', content: Buffer.from([0, 1, 2, 255]) },
  )

  it('shows text in any encoding, the start of a large one, and bytes', async () => {
    expect(await previews.entry('ada', mixed, 0)).toMatchObject({ Content: 'Köln;1\n', Encoding: 'Latin-1' })
    expect(await previews.entry('ada', mixed, 1)).toMatchObject({ BytesLeftOut: 1_000_000 })
    expect(await previews.entry('ada', mixed, 2)).toMatchObject({ Kind: 'bytes', Name: 'z.bin', SizeInBytes: 4 })
  })

  it('downloads the whole entry', async () => {
    const { entry: found, content } = await openEntry(mixed, 1)

    expect(Buffer.concat(await content.toArray()).toString()).toBe('abcd'.repeat(500_000))
    expect(found.SizeInBytes).toBe(2_000_000)
  })

  it.runIf(process.platform === 'linux').each(['closed.tar', 'closed.tgz'])(
    'closes %s if nobody reads the entry',
    async (name) => {
      const bytes = tarOf([{ name: 'a.txt', content: randomBytes(1_000_000) }])
      const data = { ...file(name, name.endsWith('gz') ? gzipSync(bytes) : bytes), mediaType: MEDIA.tar }
      const { content } = await openEntry(data, 0)

      content.destroy()

      await expect.poll(openFiles).not.toContain(data.path)
    },
  )

  it('sec/J7 says that the archive ends within an entry whose size is wrong', async () => {
    const lying = archive('lying.tar', { name: 'a.txt', content: 'x', size: 90_000 })

    await expect(previews.entry('ada', lying, 0)).rejects.toMatchObject({ code: 'preview-failed' })
    await expect(previews.entry('ada', mixed, 7)).rejects.toThrow('mixed.tar has no entry 8.')
  })
})
