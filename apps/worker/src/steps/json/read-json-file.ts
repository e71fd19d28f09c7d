import { readFile } from 'node:fs/promises'
import { decode, detectEncoding } from '@millrace/tables/encoding'
import { isNested, parseExactly, stringifyExactly } from '@millrace/tables/exact-json'
import { count, plural } from '@millrace/tables/sentences'
import { TableFault } from '@millrace/tables/table-fault'
import { StepError, type StepInput } from '@millrace/worker-sdk'
import { isJsonLines, linesOf } from './json-lines.ts'
import { endOfText } from './json-tokens.ts'

/** Media types of JSON documents and JSON Lines. Both may be declared as plain text. */
export const JSON_TYPES = 'application/json, application/*+json, application/jsonl, text/plain'
/** Maximum size of a document. Parsing a whole document takes several times its size in memory. */
const BYTES_MAX = 50_000_000
const DEPTH_MAX = 1000
const QUOTE = 0x22

/** Reads a JSON document. Error messages give the line number. */
export async function readJsonFile(input: StepInput): Promise<unknown> {
  return (await readJsonText(input)).value
}

/**
 * Reads a JSON document, or JSON Lines as an array. By default, integers beyond 2^53 become bigints, so they lose no
 * digits.
 */
export async function readExactJson(input: StepInput, parse = parseExactly): Promise<unknown> {
  if (!(await isJsonLines(input))) return parseJson(await jsonText(input), { name: input.name, parse })
  requireSize(input)
  const values: unknown[] = []
  for await (const { number, text } of linesOf(input)) {
    requireFlat(text, input.name)
    values.push(parseJson(text, { name: input.name, parse, line: number }))
  }
  return values
}

export async function readJsonText(input: StepInput): Promise<{ text: string; value: unknown }> {
  const text = await jsonText(input)
  return { text, value: parseJson(text, input) }
}

async function jsonText(input: StepInput): Promise<string> {
  requireSize(input)
  const bytes = await readFile(await input.path())
  const text = decode(bytes, detectEncoding(bytes))
  requireFlat(text, input.name)
  return text
}

function requireSize({ name, sizeInBytes }: StepInput): void {
  if (sizeInBytes > BYTES_MAX) {
    throw new StepError(
      `${name} is ${count(Math.round(sizeInBytes / 1e6))} MB; JSON documents up to ${BYTES_MAX / 1e6} MB can be read. Split the file, or use Convert table if it is a list of records.`,
    )
  }
}

function requireFlat(text: string, name: string): void {
  if (depthOf(text) > DEPTH_MAX)
    throw new StepError(`${name} is nested more than ${count(DEPTH_MAX)} levels deep. Choose a flatter document.`)
}

interface Parsing {
  name: string
  parse?: (text: string) => unknown
  /** The line of the file on which the text starts. */
  line?: number
}

/** Parses JSON. Error messages give the line number. */
export function parseJson(text: string, { name, parse = JSON.parse, line: first = 1 }: Parsing): unknown {
  try {
    return parse(text)
  } catch (error) {
    if (error instanceof TableFault) throw error
    const at = Number(/position (\d+)/.exec(String(error))?.[1] ?? text.length)
    const line = first + text.slice(0, at).split('\n').length - 1
    throw new StepError(`${name} isn’t valid JSON: the error is on line ${count(line)}. Correct it there.`, {
      cause: error,
    })
  }
}

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

/** Returns the value at a JSON pointer. Undefined if there is none. */
export function valueAt(document: unknown, pointer: string): unknown {
  const parts = pointer.split('/').slice(1)
  return parts.reduce<unknown>((value, part) => {
    const key = part.replaceAll('~1', '/').replaceAll('~0', '~')
    if (Array.isArray(value) && !/^(0|[1-9]\d*)$/.test(key)) return undefined
    return isNested(value) && Object.hasOwn(value, key) ? (value as Record<string, unknown>)[key] : undefined
  }, document)
}

/** Describes a value in words that fit into a sentence: an array by its length, an object by up to 12 of its keys. */
export function contentOf(value: unknown): string {
  if (Array.isArray(value)) return `a list of ${plural(value.length, 'item')}`
  if (!isNested(value)) return `the value ${stringifyExactly(value)}`
  return Object.keys(value).slice(0, 12).join(', ') || 'an empty object'
}
