import { isUtf8 } from 'node:buffer'
import { LEGACY_ENCODINGS, type LegacyEncoding, legacyEncoding, textDecoder } from './legacy-encoding.ts'

export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252'

/** The encoding of a text file. The text starts after `bomBytes`. */
export interface DetectedEncoding {
  encoding: Encoding | LegacyEncoding
  bomBytes: number
  /** A label for users, such as "UTF-8" or "Latin-1". */
  label: string
}

export const ENCODING_LABELS: Record<Encoding, string> = {
  'utf-8': 'UTF-8',
  'utf-16le': 'UTF-16',
  'utf-16be': 'UTF-16',
  'windows-1252': 'Latin-1',
}

/**
 * Detects the encoding from the first bytes of a file: by a byte order mark, or by the zeros in every second byte of
 * UTF-16. Text with neither is UTF-8 if it is valid UTF-8, otherwise Windows-1252, a superset of Latin-1.
 */
export function detectEncoding(head: Uint8Array): DetectedEncoding {
  if (head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf) return detected('utf-8', 3)
  if (head[0] === 0xff && head[1] === 0xfe) return detected('utf-16le', 2)
  if (head[0] === 0xfe && head[1] === 0xff) return detected('utf-16be', 2)
  const wide = utf16Order(head.subarray(0, 4096))
  if (wide) return detected(wide, 0)
  return detected(isUtf8(withoutCutCharacter(head)) ? 'utf-8' : 'windows-1252', 0)
}

/** Detects the encoding of a file that is only displayed. Guesses older encodings. If none fits, the label says so. */
export function detectShown(head: Uint8Array): DetectedEncoding {
  const found = detectEncoding(head)
  if (found.encoding !== 'windows-1252') return found
  const legacy = legacyEncoding(head.subarray(0, head.lastIndexOf(10) + 1 || head.length))
  if (!legacy) return { ...found, label: 'unknown encoding, shown as Latin-1' }
  return { ...found, encoding: legacy, label: LEGACY_ENCODINGS[legacy] }
}

/**
 * Decodes the bytes after the byte order mark. Invalid characters become U+FFFD. If `isCut`, an incomplete character at
 * the end is omitted.
 */
export function decode(
  bytes: Uint8Array,
  { encoding, bomBytes }: DetectedEncoding,
  { isCut = false }: { isCut?: boolean } = {},
): string {
  return textDecoder(encoding).decode(bytes.subarray(bomBytes), { stream: isCut })
}

function detected(encoding: Encoding, bomBytes: number): DetectedEncoding {
  return { encoding, bomBytes, label: ENCODING_LABELS[encoding] }
}

/**
 * Detects UTF-16 without a byte order mark. In mostly Latin text, nearly all even or nearly all odd bytes are zero.
 */
function utf16Order(head: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  if (head.length < 8) return undefined
  const zeros = [0, 0]
  for (const [index, byte] of head.entries()) if (byte === 0) zeros[index % 2] = (zeros[index % 2] ?? 0) + 1
  const [even = 0, odd = 0] = zeros
  const half = Math.floor(head.length / 2)
  if (odd > half * 0.7 && even < half * 0.1) return 'utf-16le'
  if (even > half * 0.7 && odd < half * 0.1) return 'utf-16be'
  return undefined
}

function withoutCutCharacter(head: Uint8Array): Uint8Array {
  for (let back = 1; back <= Math.min(3, head.length); back++) {
    const byte = head[head.length - back] ?? 0
    if (byte < 0x80) return head
    if (byte >= 0xc0) return head.subarray(0, head.length - back)
  }
  return head
}
