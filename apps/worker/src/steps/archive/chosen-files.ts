import { matchesGlob } from 'node:path'
import { count, plural } from '@millrace/tables/sentences'
import { type StepContext, StepError } from '@millrace/worker-sdk'

const FILES_MAX = 1000
export const BYTES_MAX = 20_000_000_000
export const ENTRIES_MAX = 100_000
const NAMED = 5

/** An archive on disk, and the name that users see. */
export interface NamedFile {
  path: string
  name: string
}

export type ExtractContext = StepContext<{ pattern: string }>

/** `faults` lists the first few files that were left out, each with the reason. */
export interface Extracted {
  files: number
  bytes: number
  leftOut: number
  faults: string[]
  /** Number of files left out because only macOS uses them. */
  fromMac: number
}

/**
 * Whether the path of a file matches the pattern. A pattern without a slash is compared with the file name only. An
 * empty pattern matches every file.
 */
export function matchesPattern(name: string, pattern: string): boolean {
  const wanted = pattern.trim()
  if (wanted === '') return true
  return matchesGlob(wanted.includes('/') ? name : (name.split('/').at(-1) ?? name), wanted)
}

/** Throws an error if the matching files exceed the limit on the number of files or on their total size. */
export function requireSize({ name, files, bytes }: { name: string; files: number; bytes: number }): void {
  const remedy = 'Choose fewer with “Files to extract”.'
  if (files > FILES_MAX) {
    throw new StepError(
      `${name} has more than ${count(FILES_MAX)} matching files, the most that can be extracted at a time. ${remedy}`,
      { parameter: { name: 'pattern' } },
    )
  }
  if (bytes > BYTES_MAX) {
    throw new StepError(
      `The matching files in ${name} have more than ${BYTES_MAX / 1e9} GB, the most that can be extracted at a time. ${remedy}`,
      { parameter: { name: 'pattern' } },
    )
  }
}

export function requireEntries(name: string, entries: number): void {
  if (entries > ENTRIES_MAX)
    throw new StepError(`${name} has more than ${count(ENTRIES_MAX)} entries. Split the archive.`)
}

/** Whether macOS added the file to an archive or a folder, and no other system uses it. */
export function isFromMac(name: string): boolean {
  return name.startsWith('__MACOSX/') || name.includes('/__MACOSX/') || name.split('/').at(-1) === '.DS_Store'
}

export function placeOf(path: string): { name: string; folder: string } {
  const at = path.lastIndexOf('/')
  return { name: path.slice(at + 1), folder: path.slice(0, Math.max(0, at)) }
}

/** Counts a file that is left out. Only the first few faults are stored, because there may be very many. */
export function leaveOut(extracted: Extracted, fault: string): void {
  extracted.leftOut += 1
  if (extracted.faults.length < NAMED) extracted.faults.push(fault)
}

export function logFaults({ faults, leftOut, fromMac }: Extracted, log: ExtractContext['log']): void {
  if (fromMac > 0) log.info(`Left out ${plural(fromMac, 'file')} that only macOS uses (__MACOSX, .DS_Store).`)
  for (const fault of faults.slice(0, NAMED)) log.warn(`Left out ${fault}.`)
  if (leftOut > NAMED) log.warn(`Left out ${plural(leftOut - NAMED, 'more file')}.`)
}
