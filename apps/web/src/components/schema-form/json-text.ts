import * as texts from './texts.ts'
/** The value of a JSON text, or why it has none. */
export interface ReadJson {
  value: unknown
  /** Where and why the text isn’t JSON; undefined when it is. */
  fault: string | undefined
}

/** Reads JSON text; an empty text has no value. The fault names the line, as people count it. */
export function readJson(text: string): ReadJson {
  if (text.trim() === '') return { value: undefined, fault: undefined }
  try {
    return { value: JSON.parse(text) as unknown, fault: undefined }
  } catch (error) {
    return { value: undefined, fault: faultIn(text, error instanceof Error ? error.message : '') }
  }
}

/** The line of a text that isn’t JSON with the first fault, from 0. Undefined if the text is JSON, or only ends too early. */
export function faultLine(text: string): number | undefined {
  try {
    JSON.parse(text)
    return undefined
  } catch (error) {
    const message = error instanceof Error ? error.message : ''
    if (isAtEnd(text, message)) return undefined
    return text.slice(0, positionIn(message) ?? positionOfFault(text)).split('\n').length - 1
  }
}

function faultIn(text: string, message: string): string {
  if (isAtEnd(text, message)) return texts.unexpectedEndOfJson
  const position = positionIn(message) ?? positionOfFault(text)
  const before = text.slice(0, position).split('\n')
  return `Line ${before.length}: unexpected “${String.fromCodePoint(text.codePointAt(position) ?? 0)}”.`
}

function positionIn(message: string): number | undefined {
  const position = /position (\d+)/.exec(message)?.[1]
  return position === undefined ? undefined : Number(position)
}

/**
 * Finds the first unexpected character, whose position browsers don’t report: the last one of the shortest prefix that
 * is invalid and not merely incomplete.
 */
function positionOfFault(text: string): number {
  let [right, wrong] = [0, text.length]
  while (wrong - right > 1) {
    const middle = Math.floor((right + wrong) / 2)
    if (isWrongBeforeEnd(text.slice(0, middle))) wrong = middle
    else right = middle
  }
  return right
}

function isWrongBeforeEnd(beginning: string): boolean {
  try {
    JSON.parse(beginning)
    return false
  } catch (error) {
    return !isAtEnd(beginning, error instanceof Error ? error.message : '')
  }
}

function isAtEnd(text: string, message: string): boolean {
  const position = positionIn(message)
  return position === undefined ? /\b(end|EOF|unterminated)\b/i.test(message) : position >= text.length
}
