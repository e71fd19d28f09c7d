import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { LIMITS } from '@millrace/contracts/limits'
import { MEDIA } from '@millrace/contracts/media-types'
import { afterAll, describe, expect, it } from 'vitest'
import { testFile } from '#testing/preview-files.ts'
import { decompressed } from './preview-file.ts'
import { textPreview } from './text-preview.ts'

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

  it('shows the first megabyte of a large file up to a whole character', async () => {
    const { Text, BytesLeftOut } = await preview('large.txt', `x${'ö'.repeat(LIMITS.previewTextBytes)}`)

    expect(Text.endsWith('ö')).toBe(true)
    expect(Text).not.toContain('\ufffd')
    expect(BytesLeftOut).toBe(LIMITS.previewTextBytes + 1)
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
