import type { EntryPreviewProperties } from '@millrace/contracts/previews'
import { decode, detectShown } from '@millrace/tables/encoding'
import type { EntryHead } from './preview-task.ts'

const BYTES_SHOWN = 4096
// biome-ignore lint/suspicious/noControlCharactersInRegex: these characters tell binary files from text
const BINARY = /[\u0000-\u0008\u000e-\u001a\u001c-\u001f]/

/** Returns the start of an entry as text or, if the entry is binary, its first bytes. */
export function entryPreview({ entry, head }: EntryHead): EntryPreviewProperties {
  const bytes = Buffer.from(head, 'base64')
  const encoding = detectShown(bytes)
  const isCut = bytes.length < entry.SizeInBytes
  const text = decode(bytes, encoding, { isCut })
  const isText = !BINARY.test(text.slice(0, BYTES_SHOWN))
  const shown = isText ? bytes.length : Math.min(bytes.length, BYTES_SHOWN)
  return {
    Kind: isText ? 'text' : 'bytes',
    Name: entry.Name,
    SizeInBytes: entry.SizeInBytes,
    Content: isText ? text : bytes.subarray(0, BYTES_SHOWN).toString('base64'),
    BytesLeftOut: Math.max(0, entry.SizeInBytes - shown),
    Encoding: isText ? encoding.label : null,
  }
}
