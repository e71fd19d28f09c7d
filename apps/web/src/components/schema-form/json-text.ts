import * as texts from './texts.ts'
/** The value of a JSON text, or the reason why the text is not valid JSON. */
export interface ReadJson {
  value: unknown
  fault: string | undefined
}

/** Parses JSON. Empty text has the value undefined. The fault contains the 1-based line number. */
export function readJson(text: string): ReadJson {
  if (text.trim() === '') return { value: undefined, fault: undefined }
  try {
    return { value: JSON.parse(text) as unknown, fault: undefined }
  } catch (error) {
    return { value: undefined, fault: faultIn(text, error instanceof Error ? error.message : '') }
  }
}

/** Returns the 0-based line of the first syntax error. Undefined if the text is valid JSON or merely ends too early. */
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
 * Finds the first unexpected character: the last character of the shortest prefix that is invalid and not merely
 * incomplete. For browsers whose error message has no position.
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
