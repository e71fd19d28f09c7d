import { type FileHandle, open } from 'node:fs/promises'
import type { JsonChild, JsonNodeProperties } from '@millrace/contracts/json-trees'
import { type DetectedEncoding, decode } from '@millrace/tables/encoding'
import { TableFault } from '@millrace/tables/table-fault'
import type { JsonNodeTask } from '../../json-tasks.ts'
import { type JsonPlace, jsonChildren } from './json-children.ts'
import { readAt, readIndex } from './json-files.ts'
import { largeAt, OPEN_END } from './json-index.ts'
import { OPEN_LIST, OPEN_OBJECT } from './json-scanner.ts'

const TEXT_BYTES = 2000
/** Maximum size of the text returned for an object or array, in bytes. Enough for a one-line summary. */
const SUMMARY_BYTES = 400
const KEY_BYTES = 1000
/** Matches the start of a string, without an incomplete escape sequence at its end. */
const WHOLE_CHARACTERS = /^(?:[^\\]|\\[^u]|\\u[\da-f]{4})*/is

/** Reads some of the direct children of an object or array. Without `node`, reads the outermost value itself. */
export async function readJsonNode({
  path,
  name,
  index: place,
  facts,
  node,
}: JsonNodeTask): Promise<JsonNodeProperties> {
  await using file = await open(path)
  const { encoding, root, readTo } = facts
  const whole = { key: undefined, ...root }
  if (node === undefined) return { At: root.at, From: 0, Total: 1, Children: [await child(file, whole, encoding)] }
  const [byte = 0] = await readAt(file, node.at, 1)
  if (byte !== OPEN_OBJECT && byte !== OPEN_LIST)
    throw new TableFault(`${name} has no object or list at byte ${node.at}. Open it again.`)
  const index = await readIndex(place)
  const known = node.at === root.at ? root : largeAt(index, node.at)
  const found = await jsonChildren({ file, index, readTo }, { ...node, byte, total: known?.children })
  if (!found)
    throw new TableFault('These values are nested too deeply to be found here. Download the file to view them.')
  const Children = await Promise.all(found.places.map((one) => child(file, one, encoding)))
  return { At: node.at, From: node.from, Total: found.total, Children }
}

async function child(
  file: FileHandle,
  { key, at, end, children }: JsonPlace,
  encoding: DetectedEncoding,
): Promise<JsonChild> {
  const head = await readAt(file, at, TEXT_BYTES)
  const isContainer = head[0] === OPEN_OBJECT || head[0] === OPEN_LIST
  const most = isContainer ? SUMMARY_BYTES : TEXT_BYTES
  const length = end === OPEN_END ? Number.POSITIVE_INFINITY : end - at
  const isCut = length > most
  return {
    Key: key ? await keyText(file, key, encoding) : null,
    KeyIsCut: key !== undefined && isLong(key),
    At: at,
    Size: isContainer ? children : null,
    Text: decode(head.subarray(0, Math.min(length, most)), { ...encoding, bomBytes: 0 }, { isCut }),
    IsCut: isCut,
  }
}

type Key = NonNullable<JsonPlace['key']>

function isLong({ at, end }: Key): boolean {
  return end - at > KEY_BYTES
}

async function keyText(file: FileHandle, key: Key, encoding: DetectedEncoding): Promise<string> {
  const { at, end } = key
  const isCut = isLong(key)
  const bytes = await readAt(file, at, isCut ? KEY_BYTES : end - at)
  const text = decode(bytes, { ...encoding, bomBytes: 0 }, { isCut })
  const [whole = ''] = (isCut && WHOLE_CHARACTERS.exec(text)) || [text]
  try {
    return isCut ? `${JSON.parse(`${whole}"`)}…` : (JSON.parse(text) as string)
  } catch {
    // In a legacy encoding, the second byte of a character can look like a backslash, so parsing can fail.
    return text
  }
}
