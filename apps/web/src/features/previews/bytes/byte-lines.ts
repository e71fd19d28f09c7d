const GROUP = 8

export const LINE_HEIGHT = 20

/** Minimum frame width for a line of two groups. */
const TWO_GROUPS_FROM_PX = 624

/** Returns the number of bytes per line in a frame of this width. */
export function bytesPerLine(width: number): number {
  return width < TWO_GROUPS_FROM_PX ? GROUP : 2 * GROUP
}

/** Formats an offset as `0001a2f0`, with as many digits as the last offset of the file needs, but at least eight. */
export function offsetText(offset: number, size: number): string {
  const digits = Math.max(8, Math.max(0, size - 1).toString(16).length)
  return offset.toString(16).padStart(digits, '0')
}

/** Formats each byte as two hexadecimal digits, in up to two groups of eight. */
export function hexText(bytes: Uint8Array): string {
  return [bytes.subarray(0, GROUP), bytes.subarray(GROUP)]
    .map((group) => Array.from(group, (byte) => byte.toString(16).padStart(2, '0')).join(' '))
    .join('  ')
    .trimEnd()
}

/** Returns the width, in characters, of the hexadecimal digits of a full line. */
export function hexWidth(perLine: number): number {
  return 3 * perLine - 1 + (perLine > GROUP ? 1 : 0)
}

/** Returns the bytes as ASCII characters, with a dot for each that is not printable. */
export function asciiText(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => (byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : '.')).join('')
}

/** Parses an offset: decimal, or hexadecimal with `0x`. Undefined if the text is not an offset within the file. */
export function offsetOf(text: string, size: number): number | undefined {
  const trimmed = text.trim()
  if (!/^(0x[0-9a-f]+|\d+)$/i.test(trimmed)) return undefined
  const offset = Number(trimmed)
  return offset < size ? offset : undefined
}
