import * as texts from './texts.ts'
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

function faultIn(text: string, message: string): string {
  const position = /position (\d+)/.exec(message)?.[1]
  if (position === undefined) return texts.unexpectedEndOfJson
  const before = text.slice(0, Number(position)).split('\n')
  const found = text[Number(position)]
  return `Line ${before.length}: ${found ? `unexpected “${found}”` : 'unexpected end of JSON'}.`
}
