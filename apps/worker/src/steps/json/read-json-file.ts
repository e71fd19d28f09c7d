import { readFile } from 'node:fs/promises'
import { count, plural } from '@millrace/tables/sentences'
import { StepError, type StepInput } from '@millrace/worker-sdk'
import { endOfText } from './json-tokens.ts'

/** A document is parsed as a whole, which takes several times its size in memory. */
const BYTES_MAX = 50_000_000
const DEPTH_MAX = 1000
const QUOTE = 0x22

/** Reads a JSON document. A fault is reported with its line. */
export async function readJsonFile(input: StepInput): Promise<unknown> {
  return (await readJsonText(input)).value
}

/** The same with its text. */
export async function readJsonText(input: StepInput): Promise<{ text: string; value: unknown }> {
  const { name, sizeInBytes } = input
  if (sizeInBytes > BYTES_MAX) {
    throw new StepError(
      `${name} is ${count(Math.round(sizeInBytes / 1e6))} MB; JSON documents up to ${BYTES_MAX / 1e6} MB can be read. Split the file, or use Convert table if it is a list of records.`,
    )
  }
  const text = (await readFile(await input.path(), 'utf8')).replace(/^\ufeff/, '')
  if (depthOf(text) > DEPTH_MAX)
    throw new StepError(`${name} is nested more than ${count(DEPTH_MAX)} levels deep. Choose a flatter document.`)
  return { text, value: parseJson(text, name) }
}

/** Parses JSON. A fault is reported with its line. */
export function parseJson(text: string, name: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    const at = Number(/position (\d+)/.exec(String(error))?.[1] ?? text.length)
    const line = text.slice(0, at).split('\n').length
    throw new StepError(`${name} isn’t valid JSON: the error is in line ${count(line)}. Correct it there.`, {
      cause: error,
    })
  }
}

/** The deepest nesting of the text, without parsing it. */
function depthOf(text: string): number {
  let [depth, most] = [0, 0]
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code === QUOTE) at = endOfText(text, at + 1) - 1
    else if (code === 0x5b || code === 0x7b) {
      depth += 1
      if (depth > most) most = depth
    } else if (code === 0x5d || code === 0x7d) depth -= 1
  }
  return most
}

/** The value that a JSON pointer names. Undefined if there is none. */
export function valueAt(document: unknown, pointer: string): unknown {
  const parts = pointer.split('/').slice(1)
  return parts.reduce<unknown>((value, part) => {
    const key = part.replaceAll('~1', '/').replaceAll('~0', '~')
    return typeof value === 'object' && value !== null && Object.hasOwn(value, key)
      ? (value as Record<string, unknown>)[key]
      : undefined
  }, document)
}

/** The names in an object or the length of a list, for a sentence. */
export function contentOf(value: unknown): string {
  if (Array.isArray(value)) return `a list of ${plural(value.length, 'item')}`
  if (typeof value !== 'object' || value === null) return `the value ${JSON.stringify(value)}`
  return Object.keys(value).slice(0, 12).join(', ') || 'an empty object'
}
