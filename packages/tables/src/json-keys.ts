import type { Engine } from './engine.ts'
import { ROW } from './table.ts'

/** Number of rows from which the engine detects the columns, unless a later row contradicts them. */
const SAMPLE_ROWS = 20_480
const SUFFIX = /_\d+$/

/**
 * Returns the key of each column, or the column's name if the keys can't be determined. The engine does not use all
 * keys as names. It replaces an empty key with a name such as `C3`. It adds a number to a key, as in `a_1`, if the key
 * equals, ignoring case, an earlier key or the name of the row numbers. The objects (SQL in `objects`) are read only if
 * a name may be a replacement.
 */
export async function columnKeys(
  engine: Engine,
  objects: string,
  names: readonly string[],
): Promise<readonly string[]> {
  const lower = new Set([ROW, ...names].map((name) => name.toLowerCase()))
  const mayBeMadeUp = (name: string, at: number) =>
    name === `C${at}` || (SUFFIX.test(name) && lower.has(name.replace(SUFFIX, '').toLowerCase()))
  if (!names.some(mayBeMadeUp)) return names
  for (const rows of [`LIMIT ${SAMPLE_ROWS}`, '']) {
    const keys = (await keysOf(engine, `FROM ${objects} ${rows}`)).slice(0, names.length)
    if (names.every((name, at) => name === keys[at] || (keys[at] !== undefined && mayBeMadeUp(name, at)))) return keys
  }
  return names
}

/**
 * Returns a distinct name for each key of the objects (SQL in `objects`). If a name differs from its key, it also
 * differs from all other keys. The order and form of the names let `columnKeys` find the keys again. Reads all objects.
 */
export async function distinctColumnNames(engine: Engine, objects: string): Promise<string[]> {
  const keys = await keysOf(engine, `FROM ${objects}`)
  const taken = new Set(keys.map((key) => key.toLowerCase()))
  const seen = new Set([''])
  return keys.map((key, at) => {
    const isFree = !seen.has(key.toLowerCase())
    seen.add(key.toLowerCase())
    if (isFree) return key
    const base = key || `C${at}`
    let suffix = 1
    while (taken.has(`${base}_${suffix}`.toLowerCase())) suffix += 1
    taken.add(`${base}_${suffix}`.toLowerCase())
    return `${base}_${suffix}`
  })
}

/** Returns the keys of all objects, in the order in which the engine finds them. */
async function keysOf(engine: Engine, objects: string): Promise<string[]> {
  const rows = await engine.rows<{ key: string }>(
    `SELECT key FROM (
       SELECT row_number() OVER () AS row, unnest(json_keys(json)) AS key, generate_subscripts(json_keys(json), 1) AS place
       FROM (${objects}))
     GROUP BY key ORDER BY min([row, place])`,
  )
  return rows.map(({ key }) => key)
}
