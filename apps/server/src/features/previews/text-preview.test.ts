import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { LIMITS } from '@millrace/contracts/limits'
import { MEDIA } from '@millrace/contracts/media-types'
import { afterAll, describe, expect, it } from 'vitest'
import { testFile } from '#testing/preview-files.ts'
import { decompressed } from './preview-file.ts'
import { type TextPlace, textPart, textPreview } from './text-preview.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'texts-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const preview = (name: string, content: string | Uint8Array) => textPreview(testFile(folder, name, content))

describe('a text preview', () => {
  it('shows the text in any encoding', async () => {
    expect(await preview('utf8.txt', 'Köln\n')).toMatchObject({ Kind: 'text', Text: 'Köln\n', Encoding: 'UTF-8' })
    expect(await preview('latin.txt', Buffer.from('Köln\n', 'latin1'))).toMatchObject({
      Text: 'Köln\n',
      Encoding: 'Latin-1',
    })
    expect(await preview('wide.txt', Buffer.from('\ufeffKöln\n', 'utf16le'))).toMatchObject({ Text: 'Köln\n' })
  })

  const utf16 = (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le')

  it('shows the first megabyte of a large file, without splitting a character', async () => {
    const { Text, BytesLeftOut } = await preview('large.txt', `x${'ö'.repeat(LIMITS.previewTextBytes)}`)

    expect(Text.endsWith('ö')).toBe(true)
    expect(Text).not.toContain('\ufffd')
    expect(BytesLeftOut).toBe(LIMITS.previewTextBytes + 1)
  })

  it.each([
    ['UTF-8', (text: string) => Buffer.from(text)],
    ['UTF-16', utf16],
    ['UTF-16 with bytes of LF in other characters', (text: string) => utf16(text.replaceAll('Köln', '上\u0a58一'))],
    [
      'UTF-16BE with bytes of LF in other characters',
      (text: string) => utf16(text.replaceAll('Köln', '一\u0a00上')).swap16(),
    ],
    ['UTF-8 with CR', (text: string) => Buffer.from(text.replaceAll('\n', '\r'))],
    ['UTF-8 with CR and LF', (text: string) => Buffer.from(text.replaceAll('\n', '\r\n'))],
    ['Latin-1', (text: string) => Buffer.from(text, 'latin1')],
    ['gzip', (text: string) => gzipSync(text)],
  ])('links the parts of a large file in %s so that all lines can be read', async (label, bytes) => {
    const lines = Array.from({ length: 120_000 }, (_, at) => `${at + 1} Köln ${'x'.repeat(at % 40)}`)
    const stored = testFile(folder, `lines-${label}.txt`, bytes(`${lines.join('\n')}\n`))
    const file = { ...stored, isGzipped: label === 'gzip' }

    const read = new Map<number, string>()
    for (let place: TextPlace | undefined = { offset: 0, line: 1 }; place; ) {
      const { properties, next } = await textPart(file, place)
      const shown = properties.Text.replaceAll(/上\u0a58一|一\u0a00上/g, 'Köln').split(/\r\n|\r|\n/)
      // The last line may be cut off, and is then repeated at the start of the next part.
      for (const [at, line] of shown.slice(0, next ? -1 : shown.length).entries()) read.set(place.line + at, line)
      place = next
    }

    expect([...read.values()].slice(0, 120_000)).toEqual(lines)
  })

  it('continues a line that is longer than a part at a whole character', async () => {
    const file = testFile(folder, 'one-line.txt', `x${'ö'.repeat(LIMITS.previewTextBytes)}`)
    let text = ''
    for (let place: TextPlace | undefined = { offset: 0, line: 1 }; place; ) {
      const part: Awaited<ReturnType<typeof textPart>> = await textPart(file, place)
      text += part.properties.Text
      place = part.next
    }

    expect(text).toBe(`x${'ö'.repeat(LIMITS.previewTextBytes)}`)
  })

  it('shows the start of a gzip-compressed text', async () => {
    const gzipped = (name: string, bytes: Uint8Array) =>
      textPreview(decompressed({ ...testFile(folder, name, bytes), mediaType: MEDIA.gzip }))
    const size = LIMITS.previewTextBytes + 500_000

    expect(await gzipped('run.log.gz', gzipSync('Köln\n'))).toMatchObject({ Text: 'Köln\n', BytesLeftOut: 0 })
    const long = await gzipped('long.txt.gz', gzipSync('x'.repeat(size)))
    expect([long.Text.length, long.BytesLeftOut]).toEqual([LIMITS.previewTextBytes, 500_000])
    await expect(gzipped('cut.json.gz', gzipSync('{"a": 1}').subarray(0, 20))).rejects.toThrow(
      'cut.json.gz is a corrupt or truncated gzip file. Compress it again.',
    )
  })

  it('says where a JSON file is invalid', async () => {
    expect(await preview('good.json', '{"a": [1, 2]}')).toMatchObject({ Kind: 'json', Fault: null })
    expect(await preview('bad.json', '{\n  "a": 1,\n  b: 2\n}')).toMatchObject({
      Fault: 'Line 3, column 3 is not JSON.',
    })
    expect(await preview('short.json', '{"a": [1, 2')).toMatchObject({ Fault: expect.stringContaining('JSON') })
  })

  it('shows JSON of any depth', async () => {
    expect(await preview('deep.json', '['.repeat(200_000) + ']'.repeat(200_000))).toMatchObject({ Kind: 'json' })
  })
})
