import { isRecord } from './pointer.ts'

/** A string parameter that makes results differ from one run to the next, and the word that causes this. */
export interface VolatileWord {
  parameter: string
  word: string
}

/**
 * Finds a string parameter that contains one of the words in its `x-volatile-words`, such as `random` in a query. Words
 * in comments and quotes count, too, because an unnecessary run is better than a wrongly reused result.
 */
export function volatileWord(
  schema: Readonly<Record<string, unknown>> | null | undefined,
  parameters: Readonly<Record<string, unknown>>,
): VolatileWord | undefined {
  const properties = isRecord(schema?.properties) ? schema.properties : {}
  for (const [parameter, field] of Object.entries(properties)) {
    const words = isRecord(field) ? field['x-volatile-words'] : undefined
    const text = parameters[parameter]
    if (!Array.isArray(words) || typeof text !== 'string') continue
    const listed = new Set(words.map((word) => String(word).toLowerCase()))
    const word = text.match(/[\p{L}_][\p{L}\p{N}_$]*/gu)?.find((one) => listed.has(one.toLowerCase()))
    if (word !== undefined) return { parameter, word: word.toLowerCase() }
  }
  return undefined
}
