import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { decompressedFile } from '@millrace/tables/decompressed-file'
import { IS_LONG } from '@millrace/tables/testing/long'
import { describe, expect, it } from 'vitest'
import { convertTable } from '#steps/convert-table.ts'
import { queryTable } from '#steps/query-table.ts'
import { runOn, SMALL, testFolder } from '#testing.ts'

describe('a gzip-compressed file', () => {
  it.each([
    ['readings.csv.gz', gzipSync(SMALL)],
    ['two-parts.csv.gz', Buffer.concat([gzipSync(SMALL.slice(0, 60)), gzipSync(SMALL.slice(60))])],
    ['no-name-that-says-so', gzipSync(SMALL)],
    ['rows.json.gz', gzipSync('[{"station":"Köln"},{"station":"Bonn"},{"station":"Köln"}]')],
  ])('is read like its content: %s', async (name, bytes) => {
    const outcome = await runOn(convertTable, { [name]: bytes })

    expect((await outcome.rows('converted')).map((row) => row.station)).toEqual(['Köln', 'Bonn', 'Köln'])
  })

  it('gives outputs names without its two extensions', async () => {
    const sql = 'SELECT count(*) AS n FROM readings'

    const outcome = await runOn(queryTable, { 'readings.csv.gz': gzipSync(SMALL) }, { sql })

    expect(await outcome.rows('result')).toEqual([{ n: 3 }])
    expect(outcome.outputs[0]?.name).toBe('readings_query.parquet')
  })

  it('is refused with a clear message if it is damaged', async () => {
    const bytes = gzipSync(SMALL).subarray(0, 40)

    await expect(runOn(convertTable, { 'cut.csv.gz': bytes })).rejects.toThrow('corrupt or truncated')
  })

  it('is refused with a clear message if its content exceeds the free disk space', async () => {
    const folder = await testFolder()
    const path = join(folder, 'bomb.csv.gz')
    await writeFile(path, gzipSync(Buffer.alloc(50_000_000)))

    const decompressing = decompressedFile({ path, name: 'bomb.csv.gz' }, join(folder, 'out'), { most: 10_000_000 })

    await expect(decompressing).rejects.toThrow(
      'bomb.csv.gz decompresses to more than 10 MB, which is all the disk space available',
    )
  })

  // This test runs only with `npm run test:long`. Previews stop in the same way, which gzip-tables.test.ts always
  // checks.
  it.runIf(IS_LONG)('sec/J7 stops a step as soon as its content exceeds 1 GB', async () => {
    const part = gzipSync(Buffer.alloc(50_000_000, 'level\n'))
    const bomb = Buffer.concat(Array.from({ length: 40 }, () => part))

    await expect(runOn(convertTable, { 'bomb.csv.gz': bomb })).rejects.toThrow(
      /bomb\.csv\.gz decompresses to more than .*(limit for compressed tables|disk space available)\. Use a part of it/,
    )
  })
})
