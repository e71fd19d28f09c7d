import { open } from 'node:fs/promises'
import { LIMITS } from '@millrace/contracts/limits'
import { type PreviewKind, previewKind } from '@millrace/contracts/media-types'
import type { TextPreviewProperties } from '@millrace/contracts/previews'
import { decode, detectShown } from '@millrace/tables/encoding'
import { gunzipped } from '@millrace/tables/gunzipped'
import { jsonFault } from '@millrace/tables/json-fault'
import { Problem } from '#problem.ts'
import type { PreviewFile } from './preview-file.ts'

const JSON_KINDS: readonly PreviewKind[] = ['json', 'notebook', 'map']

/** The first megabyte of a text or JSON file, as text. An incomplete character at the end is omitted. */
export async function textPreview(file: PreviewFile): Promise<TextPreviewProperties> {
  const { bytes, size } = await (file.isGzipped ? readGzipped(file) : readHead(file.path))
  const encoding = detectShown(bytes)
  const isCut = bytes.length < size
  const text = decode(bytes, encoding, { isCut })
  const kind = JSON_KINDS.includes(previewKind(file.mediaType)) ? 'json' : 'text'
  return {
    Kind: kind,
    Text: text,
    BytesLeftOut: size - bytes.length,
    Encoding: encoding.label,
    ...faulty(kind === 'json' && !isCut ? faultOfJson(text) : null),
  }
}

/** Why a file is shown as text, and the line that the sentence mentions, if any. */
export function faulty(Fault: string | null): Pick<TextPreviewProperties, 'Fault' | 'FaultLine'> {
  const [, line] = /\bline ([\d,]+)\b/i.exec(Fault ?? '') ?? []
  return { Fault, FaultLine: line === undefined ? null : Number(line.replaceAll(',', '')) }
}

async function readHead(path: string): Promise<{ bytes: Buffer; size: number }> {
  await using handle = await open(path)
  const { size } = await handle.stat()
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(Math.min(size, LIMITS.previewTextBytes)), 0)
  return { bytes: buffer.subarray(0, bytesRead), size }
}

/** The start of the content. Its whole size is only known from the end of the file, which has that of the last part. */
async function readGzipped({ path, name, sizeInBytes }: PreviewFile): Promise<{ bytes: Buffer; size: number }> {
  const chunks: Buffer[] = []
  let read = 0
  try {
    for await (const chunk of gunzipped(path)) {
      chunks.push(chunk)
      read += chunk.length
      if (read > LIMITS.previewTextBytes) break
    }
  } catch (cause) {
    const { code = '' } = cause as NodeJS.ErrnoException
    if (!code.startsWith('Z_')) throw cause
    throw new Problem('preview-failed', `${name} is a corrupt or truncated gzip file. Compress it again.`)
  }
  const bytes = Buffer.concat(chunks).subarray(0, LIMITS.previewTextBytes)
  if (read <= LIMITS.previewTextBytes) return { bytes, size: read }
  await using handle = await open(path)
  const { buffer } = await handle.read(Buffer.alloc(4), 0, 4, sizeInBytes - 4)
  return { bytes, size: Math.max(read, buffer.readUInt32LE()) }
}

/** Where a text is not valid JSON: "Line 12, column 5 is not JSON." */
function faultOfJson(text: string): string | null {
  try {
    JSON.parse(text)
    return null
  } catch {
    if (text.trim() === '') return 'The file is empty.'
    const place = jsonFault(text)
    if (place === undefined) return 'The file ends before its JSON is complete.'
    return `Line ${place.line.toLocaleString('en-US')}, column ${place.column.toLocaleString('en-US')} is not JSON.`
  }
}
