import { createReadStream } from 'node:fs'
import { gunzipped } from '@millrace/tables/gunzipped'
import { StepError } from '@millrace/worker-sdk'
import { Header } from 'tar/header'
import type { NamedFile } from './chosen-files.ts'

const HEADER_BYTES = 512
/** First bytes of formats that the step cannot extract. */
const OTHER_FORMATS = [
  ['BZh', 'compressed with bzip2'],
  ['\xfd7zXZ\0', 'compressed with xz'],
  ['\x28\xb5\x2f\xfd', 'compressed with Zstandard'],
  ['LZIP', 'compressed with lzip'],
  ['7z\xbc\xaf\x27\x1c', 'a 7z archive'],
  ['Rar!', 'a RAR archive'],
] as const

/**
 * Detects the kind of an archive by its first bytes or, if it is damaged, by its name. Throws an error for formats that
 * can’t be extracted.
 */
export async function archiveKind({ path, name }: NamedFile): Promise<'zip' | 'tar' | 'gzip'> {
  const head = await firstBytes(createReadStream(path, { end: HEADER_BYTES - 1 }))
  const other = OTHER_FORMATS.find(([start]) => head.toString('latin1', 0, start.length) === start)
  if (other)
    throw new StepError(
      `${name} is ${other[1]}, which can’t be extracted. Pack its files as ZIP, TAR or TAR with gzip (.tar.gz).`,
    )
  if (head.toString('latin1', 0, 2) === 'PK') return 'zip'
  if (head.length < 2 || head.readUInt16BE() !== 0x1f8b) return isTar(head) || /\.tar$/i.test(name) ? 'tar' : 'zip'
  const content = await firstBytes(gunzipped(path)).catch(() => Buffer.alloc(0))
  return isTar(content) || /\.(tar\.gz|tgz)$/i.test(name) ? 'tar' : 'gzip'
}

async function firstBytes(chunks: AsyncIterable<Buffer>): Promise<Buffer> {
  const parts: Buffer[] = []
  let bytes = 0
  for await (const chunk of chunks) {
    parts.push(chunk)
    bytes += chunk.length
    if (bytes >= HEADER_BYTES) break
  }
  return Buffer.concat(parts).subarray(0, HEADER_BYTES)
}

function isTar(head: Buffer): boolean {
  if (head.length < HEADER_BYTES) return false
  const { cksumValid, nullBlock } = new Header(head)
  return cksumValid && !nullBlock
}
