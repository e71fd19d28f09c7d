import type { FailedParameter } from '@millrace/contracts/jobs'

/** A value as text, split around the invalid part. `wrong` is empty if the value no longer contains that part. */
export interface MarkedValue {
  before: string
  wrong: string
  after: string
}

/**
 * Splits the value of a failed parameter around its invalid part, which is underlined. If the error names no part, the
 * whole value is invalid.
 */
export function markedValue(value: unknown, { Wrong, Offset }: FailedParameter): MarkedValue {
  const text = textOf(value)
  const start = Wrong === null ? -1 : placeOf(text, Wrong, Offset)
  if (Wrong === null) return { before: '', wrong: text, after: '' }
  if (start < 0) return { before: text, wrong: '', after: '' }
  return { before: text.slice(0, start), wrong: Wrong, after: text.slice(start + Wrong.length) }
}

/**
 * Returns the value with its invalid part replaced, or unchanged if it no longer contains that part. Duplicates are
 * removed from an array.
 */
export function withReplacement(value: unknown, failed: FailedParameter, replacement: string): unknown {
  const { Wrong } = failed
  if (Array.isArray(value)) {
    const replaced = value.map((item: unknown) => (item === Wrong ? replacement : item))
    return [...new Set(replaced)]
  }
  if (typeof value !== 'string' || Wrong === null) return value
  const { before, wrong, after } = markedValue(value, failed)
  return wrong === '' ? value : `${before}${replacement}${after}`
}

const LINES = 7

/** Shortens the text before and after the invalid part to `LINES` lines each. */
export function excerptOf({ before, wrong, after }: MarkedValue): MarkedValue {
  const above = before.split('\n')
  const below = after.split('\n')
  return {
    before: above.length > LINES ? `…\n${above.slice(-LINES).join('\n')}` : before,
    wrong,
    after: below.length > LINES ? `${below.slice(0, LINES).join('\n')}\n…` : after,
  }
}

function placeOf(text: string, wrong: string, offset: number | null): number {
  if (offset !== null && isWholeAt(text, wrong, offset)) return offset
  let at = text.indexOf(wrong)
  while (at >= 0 && !isWholeAt(text, wrong, at)) at = text.indexOf(wrong, at + 1)
  return at
}

const JOINED = /[\p{L}\p{N}_]{2}/u

/** Returns whether the text has this part at this offset as a whole name: `level_cm` doesn’t contain `level`. */
function isWholeAt(text: string, part: string, at: number): boolean {
  const end = at + part.length
  const isJoined = (place: number) => place > 0 && JOINED.test(text.slice(place - 1, place + 1))
  return text.startsWith(part, at) && !isJoined(at) && !isJoined(end)
}

function textOf(value: unknown): string {
  if (typeof value === 'string') return value
  if (Array.isArray(value) && value.every((item) => typeof item === 'string')) return value.join(', ')
  return value === undefined ? '' : JSON.stringify(value)
}
