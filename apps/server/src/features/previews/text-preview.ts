import { open } from 'node:fs/promises'
import { LIMITS } from '@millrace/contracts/limits'
import { type PreviewKind, previewKind } from '@millrace/contracts/media-types'
import type { TextPreviewProperties } from '@millrace/contracts/previews'
import { decode, detectShown } from '@millrace/tables/encoding'
import { jsonFault } from '@millrace/tables/json-fault'
import type { PreviewFile } from './preview-file.ts'

const JSON_KINDS: readonly PreviewKind[] = ['json', 'notebook', 'map']

/** The first megabyte of a text or JSON file, as text. An incomplete character at the end is omitted. */
export async function textPreview(file: PreviewFile): Promise<TextPreviewProperties> {
  const { bytes, size } = await readHead(file.path)
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
