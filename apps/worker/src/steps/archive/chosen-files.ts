import { matchesGlob } from 'node:path'
import { count, plural } from '@millrace/tables/sentences'
import { type StepContext, StepError } from '@millrace/worker-sdk'

const FILES_MAX = 1000
const BYTES_MAX = 20_000_000_000
const NAMED = 5

export interface NamedFile {
  path: string
  name: string
}

export type ExtractContext = StepContext<{ pattern: string }>

/** What was extracted, and a sentence about each file that was left out. */
export interface Extracted {
  files: number
  bytes: number
  faults: string[]
}

/** Whether the path of a file matches the pattern, which is about the name alone if it has no slash. */
export function fits(name: string, pattern: string): boolean {
  const wanted = pattern.trim()
  if (wanted === '') return true
  return matchesGlob(wanted.includes('/') ? name : (name.split('/').at(-1) ?? name), wanted)
}

export function requireSize({ name, files, bytes }: { name: string; files: number; bytes: number }): void {
  const remedy = 'Choose fewer with “Files to extract”.'
  if (files > FILES_MAX) {
    throw new StepError(
      `${name} has ${count(files)} matching files; up to ${count(FILES_MAX)} can be extracted at once. ${remedy}`,
      { parameter: { name: 'pattern' } },
    )
  }
  if (bytes > BYTES_MAX) {
    throw new StepError(
      `The files in ${name} are ${count(Math.round(bytes / 1e9))} GB; up to ${BYTES_MAX / 1e9} GB can be extracted at once. ${remedy}`,
      { parameter: { name: 'pattern' } },
    )
  }
}

/** The name without its folders, if it is free; otherwise with them. */
export function freeName(name: string, taken: Set<string>): string {
  const parts = name.split('/')
  const plain = [parts.at(-1) ?? name, parts.join('_')].find((one) => !taken.has(one)) ?? parts.join('_')
  let free = plain
  for (let n = 2; taken.has(free); n += 1) free = `${n}_${plain}`
  taken.add(free)
  return free
}

export function sayFaults(faults: readonly string[], log: ExtractContext['log']): void {
  for (const fault of faults.slice(0, NAMED)) log.warn(`Left out ${fault}.`)
  if (faults.length > NAMED) log.warn(`Left out ${plural(faults.length - NAMED, 'more file')}.`)
}
