import path from 'node:path'
import { LIMITS } from '@millrace/contracts/limits'

/** Control, format and bidirectional characters, which can disguise a name. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern finds them
const HIDDEN = /[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/u

/** What is wrong with a client's file name, in one sentence. Undefined if the name is fine. */
export function nameFault(name: string): string | undefined {
  if (name.trim() === '') return 'The file has no name.'
  if (HIDDEN.test(name)) return 'The file name contains control characters. Rename the file and upload it again.'
  if (/[/\\]/.test(name) || name === '.' || name === '..') {
    return 'The file name contains a path. Send only the name, without / or \\.'
  }
  if (Buffer.byteLength(name) > LIMITS.fileNameMax) return `The file name is longer than ${LIMITS.fileNameMax} bytes.`
  return undefined
}

/** The name without its last extension: `readings.2024.csv` → `readings.2024`. */
export function stemOf(name: string): string {
  const { name: stem } = path.posix.parse(name)
  return stem || name
}
