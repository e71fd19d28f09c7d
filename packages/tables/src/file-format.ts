import { open } from 'node:fs/promises'
import { detectEncoding } from './encoding.ts'
import { otherFormat } from './other-formats.ts'
import { TableFault } from './table-fault.ts'

export type FileFormat = 'delimited' | 'parquet' | 'json'

const HEAD_BYTES = 4096

/** Detects the format from the bytes and, for JSON, also from the name. Throws a fault if the file is not a table. */
export async function fileFormat(
  { path, name }: { path: string; name: string },
  { isEmptyAllowed }: { isEmptyAllowed: boolean },
): Promise<FileFormat> {
  const head = await readHead(path, HEAD_BYTES)
  if (head.length === 0 && isEmptyAllowed) return 'delimited'
  if (head.length === 0) throw new TableFault(`${name} is empty. Choose a file with a header and at least one row.`)
  if (startsLikeParquet(head)) return 'parquet'
  const other = otherFormat(head)
  if (other) throw new TableFault(`${name} is ${other.is}, not a table. ${other.remedy}`)
  const text = plainText(head)
  const first = text.trimStart()
  if (first === '' && head.length < HEAD_BYTES)
    throw new TableFault(`${name} contains only whitespace. Choose a file with a header and at least one row.`)
  const isJsonName = /\.(geo)?json[l5]?$|\.ndjson$/i.test(name)
  if (isJsonName && /^([[{"\d-]|\/[/*]|true|false|null)/.test(first)) return 'json'
  return /^[[{]\s*["{[\]}]/.test(first) ? 'json' : 'delimited'
}

export async function isParquet(path: string): Promise<boolean> {
  return startsLikeParquet(await readHead(path, 4))
}

/** The marker that precedes each message of an Arrow stream, which has no signature at its start. */
export const ARROW_STREAM_START = Buffer.from([0xff, 0xff, 0xff, 0xff])

/** Returns which of the two Arrow formats a file has, by its first bytes. Undefined if it isn’t Arrow. */
export async function arrowFormat(path: string): Promise<'file' | 'stream' | undefined> {
  const head = await readHead(path, 6)
  if (head.toString('latin1') === 'ARROW1') return 'file'
  return head.subarray(0, 4).equals(ARROW_STREAM_START) ? 'stream' : undefined
}

function startsLikeParquet(head: Buffer): boolean {
  return head.subarray(0, 4).toString('latin1') === 'PAR1'
}

/** Decodes only ASCII characters correctly, but in any encoding. This is enough to recognize JSON. */
function plainText(head: Buffer): string {
  const { bomBytes } = detectEncoding(head)
  return head.subarray(bomBytes).toString('latin1').replaceAll('\0', '')
}

export async function readHead(path: string, bytes: number): Promise<Buffer> {
  const file = await open(path, 'r')
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(bytes), 0, bytes, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}
