import { formatClockSeconds } from '#lib/format.ts'
import type { LogLine } from './job-log.queries.ts'

/** Returns the index of the line in a URL fragment, as in `#L128` → 127; undefined for any other fragment. */
export function lineOfHash(hash: string): number | undefined {
  const line = /^#?L(\d+)$/.exec(hash)?.[1]
  return line === undefined || Number(line) < 1 ? undefined : Number(line) - 1
}

/** Returns the URL fragment of a line, without `#`: index 127 → `L128`. */
export function hashOfLine(index: number): string {
  return `L${index + 1}`
}

/** Formats a time as `11:02:14.031`, in the user's time zone. */
export function clockOf(at: string): string {
  return `${formatClockSeconds(at)}.${String(new Date(at).getMilliseconds()).padStart(3, '0')}`
}

/** A part of a line, either plain or a search match. */
export interface LogPart {
  text: string
  found: boolean
}

/** Splits a line at all case-insensitive matches of a search term. */
export function partsOf(line: string, wanted: string): LogPart[] {
  if (wanted === '') return [{ text: line, found: false }]
  const parts: LogPart[] = []
  const lower = line.toLowerCase()
  const needle = wanted.toLowerCase()
  let from = 0
  for (let at = lower.indexOf(needle); at >= 0; at = lower.indexOf(needle, from)) {
    if (at > from) parts.push({ text: line.slice(from, at), found: false })
    parts.push({ text: line.slice(at, at + needle.length), found: true })
    from = at + needle.length
  }
  if (from < line.length || parts.length === 0) parts.push({ text: line.slice(from), found: false })
  return parts
}

/** Returns the indexes of loaded lines that contain the search term. */
export function matchesIn(lineAt: (index: number) => LogLine | undefined, total: number, wanted: string): number[] {
  const needle = wanted.trim().toLowerCase()
  if (needle === '') return []
  const found: number[] = []
  for (let index = 0; index < total; index += 1) {
    if (lineAt(index)?.Text.toLowerCase().includes(needle)) found.push(index)
  }
  return found
}

/**
 * Returns the index of the line with the cause of a failure: the last line of the error stream that isn't part of a
 * stack trace. Undefined if the error stream has no lines.
 */
export function causeLine(lines: readonly LogLine[]): number | undefined {
  const last = lines.findLastIndex((line) => line.Stream === 'err')
  if (last < 0) return undefined
  let at = last
  while (at > 0 && isIndented(lines[at]) && lines[at - 1]?.Stream === 'err') at -= 1
  return at
}

function isIndented(line: LogLine | undefined): boolean {
  return /^\s|^at |^\}/.test(line?.Text ?? '')
}
