import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { paxEntry, tarEntry, tarOf } from '@millrace/contracts/testing/tar-files'
import { zipOf } from '@millrace/contracts/testing/zip-files'
import { IS_LONG } from '@millrace/tables/testing/long'
import { runStep } from '@millrace/worker-sdk'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runOn, testFolder } from '#testing.ts'
import { extractArchive } from './extract-archive.ts'
import { packArchive } from './pack-archive.ts'

const extract = (archive: Uint8Array, parameters: Record<string, unknown> = {}) =>
  runOn(extractArchive, { 'files.zip': archive }, parameters)

type Outputs = readonly { name: string; folder?: string; path: string }[]

/** Returns the contents of files, keyed by folder and name. */
async function contentsOf(outputs: Outputs): Promise<Record<string, string>> {
  const placeOf = ({ folder, name }: Outputs[number]) => (folder === undefined ? name : `${folder}: ${name}`)
  return Object.fromEntries(
    await Promise.all(outputs.map(async (output) => [placeOf(output), await readFile(output.path, 'utf8')])),
  )
}

describe('extract_archive', () => {
  it('makes a result from each file, with its type and its folder', async () => {
    const { outputs, result } = await extract(
      zipOf([
        { name: 'a/' },
        { name: 'a/levels.csv', content: 'x\n1\n' },
        { name: 'b/2024/levels.csv', content: 'x\n2\n' },
        { name: 'Zürich.json', content: '{}' },
      ]),
    )

    expect(await contentsOf(outputs)).toEqual({
      'a: levels.csv': 'x\n1\n',
      'b/2024: levels.csv': 'x\n2\n',
      'Zürich.json': '{}',
    })
    expect(outputs.map(({ mediaType }) => mediaType)).toEqual(['text/csv', 'text/csv', 'application/json'])
    expect(result).toEqual({ files: 3, bytes: 10, leftOut: 0 })
  })

  it.each([
    ['*.csv', ['a.csv', 'b.csv']],
    ['deep/**', ['b.csv', 'c.txt']],
  ])('extracts only files that match %s', async (pattern, names) => {
    const { outputs } = await extract(zipOf([{ name: 'a.csv' }, { name: 'deep/b.csv' }, { name: 'deep/c.txt' }]), {
      pattern,
    })

    expect(outputs.map(({ name }) => name)).toEqual(names)
  })

  it.each([
    ['a program before it, as archives that extract themselves have', (zip: Buffer) => [Buffer.from('MZ stub\0'), zip]],
    ['bytes after it', (zip: Buffer) => [zip, Buffer.alloc(100_000)]],
    ['both', (zip: Buffer) => [Buffer.from('MZ stub\0'), zip, Buffer.from('\r\n')]],
  ])('extracts an archive with %s', async (_, around) => {
    const zip = zipOf([
      { name: 'levels.csv', content: 'x\n1\n' },
      { name: 'flows.csv', content: 'x\n2\n' },
    ])

    const { outputs } = await extract(Buffer.concat(around(zip)))

    expect(await contentsOf(outputs)).toEqual({ 'levels.csv': 'x\n1\n', 'flows.csv': 'x\n2\n' })
  })

  it('FLT22 refuses more entries than it can list, and extracts none', async () => {
    const many = zipOf(Array.from({ length: 100_001 }, (_, at) => ({ name: `${at}` })))

    await expect(extract(many)).rejects.toThrow('files.zip has more than 100,000 entries. Split the archive.')
  })

  it('leaves out paths that lead outside, links and locked files, and says so', async () => {
    const { outputs, result, log } = await extract(
      zipOf([
        { name: '../../slip.txt', content: 'no' },
        { name: '/etc/passwd', content: 'no' },
        { name: 'link', content: '/etc/passwd', mode: 0o120777 },
        { name: 'locked', content: 'no', flags: 1 },
        { name: 'odd', content: 'no', method: 14 },
        { name: 'good.txt', content: 'yes' },
      ]),
    )

    expect(await contentsOf(outputs)).toEqual({ 'good.txt': 'yes' })
    expect(result).toMatchObject({ leftOut: 5 })
    expect(log.join('\n')).toContain('Left out ../../slip.txt: its path leads outside the archive.')
  })

  it.each([
    [
      'an entry that grows to thousands of times its size',
      zipOf([{ name: 'bomb', content: 'x', declares: 4_000_000_000 }]),
      'typical of zip bombs',
    ],
    [
      'entries that share their bytes',
      zipOf([
        { name: 'a', content: 'x' },
        { name: 'b', content: 'x', sharesWith: 0 },
      ]),
      'stores the same bytes for several entries',
    ],
    [
      'an entry that is larger than it declares',
      zipOf([{ name: 'a', content: 'x'.repeat(1000), declares: 10 }]),
      'a in the archive is damaged',
    ],
    ['no files', zipOf([{ name: 'folder/' }]), 'files.zip has no files.'],
    ['no archive', Buffer.from('PK no'), 'can’t be read as a ZIP archive'],
    [
      'too many files',
      zipOf(Array.from({ length: 1001 }, (_, at) => ({ name: `${at}` }))),
      'has more than 1,000 matching files',
    ],
  ])('refuses %s', async (_what, archive, sentence) => {
    await expect(extract(archive)).rejects.toThrow(sentence)
  })

  it('names the files if none matches', async () => {
    await expect(extract(zipOf([{ name: 'a.csv' }]), { pattern: '*.txt' })).rejects.toThrow(
      'No file in files.zip matches “*.txt”. It has a.csv.',
    )
  })
})

describe('extract_archive on TAR and gzip files', () => {
  const extractNamed = (name: string, content: Uint8Array, parameters: Record<string, unknown> = {}) =>
    runOn(extractArchive, { [name]: content }, parameters)
  const LINK = tarEntry({ name: 'link', type: '2', link: '/etc/passwd' })
  const LINKS = gzipSync(Buffer.concat(Array.from({ length: 1000 }, () => LINK)))
  const LONG = `${'folder/'.repeat(20)}levels.csv`
  const TAR = tarOf([
    { name: './a/', type: '5' },
    { name: './a/levels.csv', content: 'x\n1\n' },
    { name: 'b/levels.csv', content: 'x\n'.repeat(100_000) },
    paxEntry({ path: 'Zürich.json' }),
    { name: 'short', content: '{}' },
  ])

  it.each([
    ['a.tar', TAR],
    ['a.tar.gz', gzipSync(TAR)],
    ['renamed.bin', gzipSync(TAR)],
  ])('makes a result from each file of %s', async (name, content) => {
    const { outputs, result } = await extractNamed(name, content)

    expect(await contentsOf(outputs)).toEqual({
      'a: levels.csv': 'x\n1\n',
      'b: levels.csv': 'x\n'.repeat(100_000),
      'Zürich.json': '{}',
    })
    expect(result).toEqual({ files: 3, bytes: 200_006, leftOut: 0 })
  })

  it('extracts only files that match a pattern, and names the files if none does', async () => {
    expect((await extractNamed('a.tar', TAR, { pattern: '*.json' })).outputs.map(({ name }) => name)).toEqual([
      'Zürich.json',
    ])
    await expect(extractNamed('a.tar', TAR, { pattern: '*.txt' })).rejects.toThrow(
      'No file in a.tar matches “*.txt”. It has a/levels.csv, b/levels.csv, Zürich.json.',
    )
  })

  it('FLT22 leaves out paths that lead outside, links, devices and sparse files, and says so', async () => {
    const { outputs, result, log } = await extractNamed(
      'odd.tar',
      tarOf([
        { name: '../../slip.txt', content: 'no' },
        { name: '/etc/passwd', content: 'no' },
        { name: 'dev-disk-by\\x2dlabel.device', content: 'no' },
        { name: 'link', type: '2', link: '/etc/passwd' },
        { name: 'hard', type: '1', link: 'good.txt' },
        { name: 'device', type: '3' },
        { name: 'holes', type: 'S', content: 'no' },
        paxEntry({ 'GNU.sparse.major': 1, path: 'GNUSparseFile.0/holes' }),
        { name: 'holes', content: 'no' },
        paxEntry({ path: LONG }),
        { name: 'good.txt', content: 'yes' },
      ]),
    )

    expect(await contentsOf(outputs)).toEqual({ [LONG.replace('/levels.csv', ': levels.csv')]: 'yes' })
    expect(result).toMatchObject({ leftOut: 8 })
    expect(log.join('\n')).toContain('Left out ../../slip.txt: its path leads outside the archive.')
  })

  it('FLT22 leaves out files that would fill a disk', async () => {
    const megabyte = gzipSync(Buffer.alloc(1_048_576))
    const zeros = Buffer.concat([
      gzipSync(tarEntry({ name: 'zeros', size: 100 * 1_048_576 })),
      ...Array.from({ length: 100 }, () => megabyte),
      gzipSync(tarOf([{ name: 'good.txt', content: 'yes' }])),
    ])
    const { outputs, log } = await extractNamed('zeros.tgz', zeros)

    expect(await contentsOf(outputs)).toEqual({ 'good.txt': 'yes' })
    expect(log.join('\n')).toMatch(/Left out zeros: it would grow to [\d,]+ times its size/)
  })

  it('decompresses any other gzip file', async () => {
    const { outputs } = await extractNamed('levels.csv.gz', gzipSync('x\n1\n'))

    expect(await contentsOf(outputs)).toEqual({ 'levels.csv': 'x\n1\n' })
  })

  it.each([
    ['an archive that is cut', 'cut.tar', TAR.subarray(0, 5000), 'cut.tar can’t be read as a TAR archive.'],
    ['a size that is wrong', 'lies.tar', tarOf([{ name: 'a', content: 'x', size: 900_000 }]), 'can’t be read as a TAR'],
    ['noise', 'noise.tar', Buffer.alloc(5000, 'x'), 'can’t be read as a TAR archive'],
    ['a damaged gzip file', 'a.tgz', gzipSync(TAR).subarray(0, 200), 'can’t be read as a TAR archive'],
    [
      'a damaged gzip file of text',
      'a.csv.gz',
      gzipSync(Buffer.alloc(9000, 'ab\n')).subarray(0, 30),
      'Compress it again',
    ],
    ['no files', 'none.tar', tarOf([{ name: 'a/', type: '5' }]), 'none.tar has no files.'],
    [
      'too many files',
      'many.tar',
      tarOf(Array.from({ length: 1001 }, (_, at) => ({ name: `${at}` }))),
      'has more than 1,000 matching files',
    ],
    [
      'too many entries',
      'links.tgz',
      Buffer.concat(Array.from({ length: 101 }, () => LINKS)),
      'links.tgz has more than 100,000 entries. Split the archive.',
    ],
    [
      'attributes of any size',
      'attributes.tar',
      tarOf([paxEntry({ comment: 'x'.repeat(1_100_000) }), { name: 'a' }]),
      'more than 1 MB of attributes',
    ],
  ])('refuses %s', async (_what, name, content, sentence) => {
    await expect(extractNamed(name, content)).rejects.toThrow(sentence)
  })
})

const OF_MAC = [
  { name: '__MACOSX/a/._levels.csv', content: 'mac' },
  { name: 'a/.DS_Store', content: 'mac' },
  { name: 'a/levels.csv', content: 'x\n' },
]

it.each([
  ['files.zip', zipOf(OF_MAC)],
  ['files.tar', tarOf(OF_MAC)],
])('extract_archive leaves out what only macOS uses from %s', async (name, content) => {
  const { outputs, result, log } = await runOn(extractArchive, { [name]: content })

  expect(await contentsOf(outputs)).toEqual({ 'a: levels.csv': 'x\n' })
  expect(result).toMatchObject({ files: 1, leftOut: 0 })
  expect(log).toEqual(['Left out 2 files that only macOS uses (__MACOSX, .DS_Store).', 'Extracted 1 file.'])
})

it.each([
  ['a.tar.bz2', Buffer.from('BZh91AY&SY'), 'a.tar.bz2 is compressed with bzip2, which can’t be extracted.'],
  ['a.tar.xz', Buffer.from('fd377a585a000004', 'hex'), 'a.tar.xz is compressed with xz, which can’t be extracted.'],
  ['a.7z', Buffer.from('377abcaf271c0004', 'hex'), 'a.7z is a 7z archive, which can’t be extracted.'],
])('extract_archive names the format of %s', async (name, content, sentence) => {
  await expect(runOn(extractArchive, { [name]: content })).rejects.toThrow(sentence)
})

describe('pack_archive', () => {
  it('returns the same files after extraction, whatever they contain', { timeout: 60_000 }, async () => {
    const names = fc.uniqueArray(fc.stringMatching(/^[a-z0-9äß ._-]{1,12}[a-z0-9]$/), {
      minLength: 1,
      maxLength: 5,
      selector: (name) => name.toLowerCase(),
    })
    const files = names.chain((all) =>
      fc.tuple(...all.map((name) => fc.tuple(fc.constant(name.trim() || 'x'), fc.string({ unit: 'grapheme' })))),
    )
    await fc.assert(
      fc.asyncProperty(
        files.map((all) => Object.fromEntries(all)),
        fc.boolean(),
        async (content, compress) => {
          const packed = await runOn(packArchive, content, { compress })

          const { outputs } = await extract(await readFile(packed.path('archive')))

          expect(Object.values(await contentsOf(outputs)).toSorted()).toEqual(Object.values(content).toSorted())
        },
      ),
      { numRuns: IS_LONG ? 15 : 6 },
    )
  })

  it('puts files into their folders, where names are distinct', async () => {
    const files = { 'top.csv': '0', '2024/gauges/levels.csv': '1', '2025/levels.csv': '2', '2025/LEVELS.csv': '3' }

    const packed = await runOn(packArchive, files)

    const { outputs } = await extract(await readFile(packed.path('archive')))
    expect(await contentsOf(outputs)).toEqual({
      'top.csv': '0',
      '2024/gauges: levels.csv': '1',
      '2025: levels.csv': '2',
      '2025: LEVELS (2).csv': '3',
    })
  })

  it.each(['../../etc', '/etc', 'C:\\etc', 'a/../../b', '..\\b', ' . '])(
    'keeps files inside the archive, whatever their folder is: %j',
    async (inside) => {
      const folder = await testFolder()
      const path = join(folder, 'a.csv')
      await writeFile(path, 'x')

      const packed = await runStep(packArchive, { inputs: { files: [{ path, folder: inside }] }, folder })

      const { outputs, log } = await extract(await readFile(packed.outputs[0]?.path ?? ''))
      expect(outputs).toMatchObject([{ name: 'a.csv' }])
      expect(log.join(' ')).not.toContain('left out')
    },
  )

  it('creates identical archives from identical files', async () => {
    const pack = async () => readFile((await runOn(packArchive, { 'a.csv': 'x\n1\n' })).path('archive'))

    expect(await pack()).toEqual(await pack())
  })
})
