import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate as turn } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { expect, it, onTestFinished } from 'vitest'
import { gunzipped } from './gunzipped.ts'

it('fails while it is read if the file is truncated, however slow the reader is, and never as an unhandled error', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'millrace-gunzip-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const path = join(folder, 'cut.gz')
  await writeFile(path, gzipSync('{"a": 1}').subarray(0, 20))

  for (let turns = 0; turns < 40; turns += 1) {
    const read = Array.fromAsync(gunzipped(path), async (chunk) => {
      for (let at = 0; at < turns; at += 1) await turn()
      return chunk
    })
    await expect(read).rejects.toMatchObject({ code: 'Z_BUF_ERROR' })
  }
  await expect(Array.fromAsync(gunzipped(join(folder, 'missing.gz')))).rejects.toMatchObject({ code: 'ENOENT' })
})
