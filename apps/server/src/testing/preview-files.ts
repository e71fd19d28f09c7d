import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { mediaTypeOfName } from '@millrace/contracts/media-types'
import { onDuckDB } from '@millrace/tables/testing/duckdb'
import type { PreviewFile } from '#features/previews/preview-file.ts'

/** Writes a file for a test and describes it like a stored file. */
export function testFile(folder: string, name: string, content: string | Uint8Array): PreviewFile {
  const place = path.join(folder, name)
  writeFileSync(place, content)
  const bytes = readFileSync(place)
  return {
    path: place,
    name,
    sha256: createHash('sha256').update(bytes).digest('hex'),
    mediaType: mediaTypeOfName(name) ?? 'application/octet-stream',
    sizeInBytes: bytes.length,
  }
}

/** Writes a Parquet file with the rows of a query. */
export async function testParquet(folder: string, name: string, select: string): Promise<PreviewFile> {
  const place = path.join(folder, name)
  await onDuckDB((connection) => connection.run(`COPY (${select}) TO '${place}' (FORMAT parquet)`))
  return testFile(folder, name, readFileSync(place))
}

/** Creates a CSV with this many rows. Each row has a counter, a time and a number. Every third row also has a word. */
export function gauges(rows: number): string {
  const lines = ['id,time,level,flag']
  for (let row = 0; row < rows; row++) {
    const hour = String(row % 24).padStart(2, '0')
    lines.push(
      `${row},2024-01-${String(1 + (row % 28)).padStart(2, '0')} ${hour}:00:00,${(row % 1000) / 8},${row % 3 ? '' : 'ok'}`,
    )
  }
  return `${lines.join('\n')}\n`
}
