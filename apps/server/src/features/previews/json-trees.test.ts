import { gzipSync } from 'node:zlib'
import type { JsonChild } from '@millrace/contracts/json-trees'
import { jsonFault } from '@millrace/tables/json-fault'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { openLanes } from '#limiter/lanes.ts'
import { testPreviews } from '#testing/previews.ts'
import { decompressed, type PreviewFile } from './preview-file.ts'

const { csv: file, open } = testPreviews()
const { json } = open('trees', { limits: { jsonHeadBytes: 300_000 } })
const WHOLE = { whole: true }
let files = 0

function named(content: string | Uint8Array): PreviewFile {
  files += 1
  return file(`tree-${files}.json`, content)
}

async function rootOf(data: PreviewFile, extent = WHOLE) {
  const { facts, root } = await json.tree('ada', data, extent)
  const [value] = root.Children
  if (!value) throw new Error('There is no value.')
  return { facts, value }
}

const page = (data: PreviewFile, { At }: Pick<JsonChild, 'At'>, from = 0, most = 100, extent = WHOLE) =>
  json.node('ada', data, { at: At, from, most }, extent)

/** Reads all children of a value, page by page. */
async function childrenOf(data: PreviewFile, { At, Size }: JsonChild, most = 3): Promise<JsonChild[]> {
  const pages = Array.from({ length: Math.ceil((Size ?? 0) / most) }, (_, at) => page(data, { At }, at * most, most))
  return (await Promise.all(pages)).flatMap(({ Children }) => Children)
}

type Shape = string | [key: string | null, value: Shape][]

async function shapeOf(data: PreviewFile, value: JsonChild): Promise<Shape> {
  if (value.Size === null) return value.Text
  const children = await childrenOf(data, value)
  return Promise.all(children.map(async (child) => [child.Key, await shapeOf(data, child)] as [string | null, Shape]))
}

function expectedShape(value: unknown): Shape {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const isList = Array.isArray(value)
  return Object.entries(value).map(([key, one]) => [isList ? null : key, expectedShape(one)])
}

const RECORDS = Array.from({ length: 40_000 }, (_, id) => ({ id, station: `Köln ${id % 7}`, tags: ['a', id] }))
const LARGE = named(JSON.stringify({ project: 'Rhine', records: RECORDS, last: { deep: [{ end: 'here' }] } }))

describe('the tree of a JSON file', () => {
  it('has the values that JSON.parse finds', async () => {
    await fc.assert(
      fc.asyncProperty(fc.jsonValue({ maxDepth: 4 }), fc.constantFrom('', ' ', '\t'), async (value, space) => {
        const data = named(JSON.stringify(value, null, space))

        expect(await shapeOf(data, (await rootOf(data)).value)).toEqual(expectedShape(value))
      }),
      { numRuns: 25 },
    )
  })

  it('opens any value of a large file by position', async () => {
    const { value, facts } = await rootOf(LARGE)
    const [project, records, last] = await childrenOf(LARGE, value)

    expect([facts.fault, value.Size, project?.Text, records?.Size]).toEqual([null, 3, '"Rhine"', 40_000])
    for (const from of [0, 20_117, 39_950]) {
      const { Children, Total } = await page(LARGE, records ?? value, from)
      expect(Total).toBe(40_000)
      expect(Children.map(({ Text }) => JSON.parse(Text))).toEqual(RECORDS.slice(from, from + 100))
    }
    const [deep] = await childrenOf(LARGE, last ?? value)
    const [item] = await childrenOf(LARGE, deep ?? value)
    expect(await childrenOf(LARGE, item ?? value)).toMatchObject([{ Key: 'end', Text: '"here"' }])
  })

  it('counts the values of small objects and lists, and reads them in pages', async () => {
    const numbers = Array.from({ length: 1000 }, (_, at) => at)
    const data = named(JSON.stringify([numbers, Object.fromEntries(numbers.map((at) => [`k${at}`, at]))]))

    for (const { At, Size } of await childrenOf(data, (await rootOf(data)).value)) {
      expect(Size).toBe(1000)
      expect((await page(data, { At })).Total).toBe(1000)
      expect(await page(data, { At }, 990)).toMatchObject({ Total: 1000, Children: { length: 10 } })
      expect(await page(data, { At }, 5000)).toMatchObject({ Total: 1000, Children: [] })
    }
  })

  it('reads files of a few megabytes immediately while others read large ones', async () => {
    const lanes = openLanes()
    const { json: quick } = open('quick', { lanes })
    const { promise: turn, resolve: end } = Promise.withResolvers<void>()
    const occupied = lanes.jsonFiles.run('ben', () => turn)
    const text = JSON.stringify(RECORDS.slice(0, 3000))
    const zipped = decompressed({ ...file('quick.json.gz', gzipSync(text)), mediaType: 'application/gzip' })

    for (const data of [named(text), zipped, named(Buffer.from(`\ufeff${text}`, 'utf16le'))])
      expect((await quick.tree('ada', data, WHOLE)).root.Children[0]?.Size).toBe(3000)
    end()
    await occupied
  })

  it('reads a whole file with progress, and stops when no client polls it', async () => {
    let time = Date.now()
    const limits = { jsonHeadBytes: 1000, abandonedMs: 200, readingReplyMs: 1 }
    const { json: slow } = open('followed', { now: () => new Date(time), limits })
    const data = named(JSON.stringify(Array.from({ length: 400 }, () => RECORDS.slice(0, 4000))))
    const first = await slow.reading('ada', data)
    time += 1000

    const reply = slow.tree('ada', data, WHOLE)
    const said: string[] = []
    while (said.at(-1) !== 'Read') said.push((await slow.reading('ada', data).catch(() => first)).State)

    expect(first.State).not.toBe('Read')
    expect(said).toContain('Reading')
    expect((await reply.catch(() => slow.tree('ada', data, WHOLE))).facts.isWhole).toBe(true)
  }, 30_000)

  it('keeps the text of a compressed file while its tree is read', async () => {
    const text = JSON.stringify(RECORDS.slice(0, 3000))
    const zipped = decompressed({ ...file('kept.json.gz', gzipSync(text)), mediaType: 'application/gzip' })
    const { json: narrow } = open('small', { cacheBytes: Buffer.byteLength(text) + 1 })

    const { facts, root } = await narrow.tree('ada', zipped, WHOLE)

    expect([facts.fault, root.Children[0]?.Size]).toEqual([null, 3000])
  })

  it.each([
    ['gzip', (text: string) => gzipSync(text)],
    ['UTF-16', (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le')],
  ])('shows the start of a large file in %s before all of it is read', { tags: 'long' }, async (kind, bytes) => {
    const lanes = openLanes()
    const { json: trees } = open(`start-${kind}`, { lanes, limits: { jsonHeadBytes: 40_000 } })
    const data = { ...file(`start-${kind}.json`, bytes(JSON.stringify(RECORDS))), isGzipped: kind === 'gzip' }
    const { promise: turn, resolve: end } = Promise.withResolvers<void>()
    const occupied = lanes.jsonFiles.run('ben', () => turn)

    const { facts, root } = await trees.tree('ada', data, { whole: false })
    const reading = await trees.reading('ada', data)
    end()
    await occupied
    const whole = await trees.tree('ada', data, WHOLE)

    expect([facts.isWhole, facts.fault, reading.State]).toEqual([false, null, 'Waiting'])
    expect(facts.sizeInBytes).toBeGreaterThan(facts.readTo)
    expect(root.Children[0]?.Text.startsWith('[{"id":0,')).toBe(true)
    expect([whole.facts.isWhole, whole.root.Children[0]?.Size]).toEqual([true, RECORDS.length])
  })

  it('refuses gzip-compressed text that would fill the disk', async () => {
    const zipped = decompressed({
      ...file('bomb.json.gz', gzipSync(`["${'x'.repeat(3_000_000)}"]`)),
      mediaType: 'application/gzip',
    })
    const { json: narrow } = open('narrow', { cacheBytes: 2_000_000 })

    await expect(narrow.tree('ada', zipped, WHOLE)).rejects.toThrow(
      'bomb.json.gz decompresses to more than 2 MB, the limit for previews. Download it to view it.',
    )
  })

  it('shows the start of a large file before all of it is read', async () => {
    const data = named(JSON.stringify(RECORDS))
    const { facts, value } = await rootOf(data, { whole: false })

    expect([facts.isWhole, facts.readTo, facts.fault]).toEqual([false, 300_000, null])
    expect(value.Size).toBeGreaterThan(1000)
    expect(value.Size).toBeLessThan(40_000)
    const from = (value.Size ?? 0) - 5
    const { Children } = await json.node('ada', data, { at: value.At, from, most: 100 }, { whole: false })
    const { value: whole } = await rootOf(data)
    expect(Children.length).toBeGreaterThan(0)
    expect(whole.Size).toBe(40_000)
  })

  it('shows long texts and keys by their start, and finds what follows them', async () => {
    const long = 'ö"\\'.repeat(200_000)
    const data = named(JSON.stringify([{ text: long, [long]: 1, after: [2] }, 3]))
    const [object, three] = await childrenOf(data, (await rootOf(data)).value)
    const [text, key, after] = await childrenOf(data, object ?? { ...(await rootOf(data)).value })

    expect(three?.Text).toBe('3')
    expect([text?.IsCut, text?.Text.startsWith('"ö\\"\\\\'), (text?.Text.length ?? 0) < 2001]).toEqual([
      true,
      true,
      true,
    ])
    expect([key?.Key?.startsWith('ö"\\ö"'), key?.Key?.endsWith('…'), key?.Text]).toEqual([true, true, '1'])
    expect([after?.Key, after?.Size]).toEqual(['after', 1])
  })

  it('shows a million keys of one object in pages, duplicates and __proto__ included', async () => {
    const keys = Array.from({ length: 1_000_000 }, (_, at) => (at % 1000 === 999 ? '__proto__' : `k${at % 5000}`))
    const data = named(`{${keys.map((key, at) => `"${key}":${at}`).join()}}`)
    const { value } = await rootOf(data)
    const { Children } = await page(data, value, 999_900)

    expect(value.Size).toBe(1_000_000)
    expect(Children.map(({ Key, Text }) => [Key, Text])).toEqual(
      keys.slice(999_900).map((key, at) => [key, String(999_900 + at)]),
    )
  })

  it('opens values at any depth', async () => {
    const levels = 100_000
    const data = named(`${'[1,'.repeat(levels)}"deepest"${']'.repeat(levels)}`)
    let { value } = await rootOf(data)
    for (let level = 0; level < 3; level += 1) value = (await childrenOf(data, value)).at(-1) ?? value

    expect([value.At, value.Size]).toEqual([9, 2])
    const near = await page(data, { At: (levels - 1) * 3 })
    expect(near.Children.map(({ Text }) => Text)).toEqual(['1', '"deepest"'])
  })

  it.each([
    ['a fault at the end', (text: string) => `${text.slice(0, -3)}]oops`],
    ['an end too early', (text: string) => text.slice(0, -40)],
    ['a second value', (text: string) => `${text}\n{}`],
    ['a line break in a text', (text: string) => text.replace('Köln 3', 'Köln\n3')],
  ])('shows values up to %s, and says where it is', async (_name, broken) => {
    const text = broken(JSON.stringify({ records: RECORDS }, null, 1))
    const data = named(text)
    const { facts, value } = await rootOf(data)
    const [records] = await childrenOf(data, value)
    const size = records?.Size ?? 0
    const { Children } = await page(data, records ?? value, Math.max(0, size - 2))

    const place = jsonFault(text)
    const sentence = place
      ? `Line ${place.line.toLocaleString('en-US')}, column ${place.column.toLocaleString('en-US')} is not JSON.`
      : 'The file ends before its JSON is complete.'
    expect(facts.fault).toBe(sentence)
    expect(Children).toHaveLength(Math.min(2, size))
  })

  it('reads gzip-compressed files, UTF-16 and Latin-1', async () => {
    const text = JSON.stringify({ city: 'Köln', list: [1, { two: 2 }] })
    const zipped = decompressed({ ...file('tree.json.gz', gzipSync(text)), mediaType: 'application/gzip' })

    for (const data of [
      zipped,
      named(Buffer.from(`\ufeff${text}`, 'utf16le')),
      named(Buffer.from(text, 'latin1')),
      named(`\ufeff${text}`),
    ]) {
      expect(await shapeOf(data, (await rootOf(data)).value)).toEqual(expectedShape(JSON.parse(text)))
    }
  })

  it('says that a file is not JSON, or that a position has no value', async () => {
    await expect(rootOf(named('# notes\n'))).rejects.toThrow(/is not JSON\. Line 1, column 1 is not JSON\.$/)
    await expect(rootOf(named(' '))).rejects.toThrow(/is not JSON\. The file ends before its JSON is complete\.$/)
    await expect(page(LARGE, { At: 3 })).rejects.toThrow('has no object or list at byte 3.')
    expect((await page(LARGE, { At: 0 }, 50)).Children).toEqual([])
  })
})
