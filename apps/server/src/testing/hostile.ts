import { createHash } from 'node:crypto'
import { TENANT_TABLES } from '@millrace/db/security'
import { IS_LONG } from '@millrace/tables/testing/long'
import type { TestApi } from './api.ts'

type Json = unknown
interface Schema {
  type?: string | string[]
  properties?: Record<string, Schema>
  items?: Schema
  anyOf?: Schema[]
  oneOf?: Schema[]
  enum?: Json[]
  const?: Json
  format?: string
}

/** Hostile values as JSON text. JSON.stringify could not write some of these texts. */
export const HOSTILE_VALUES: readonly string[] = [
  'null',
  'true',
  '""',
  '"\\u0000"',
  '"a\\u0000b"',
  '"\\ud800"',
  '"\\udfff\\ud800 x"',
  '"\\u0001\\u001b[2J\\r\\nSet-Cookie: a=b"',
  '"../../../etc/passwd"',
  '"\\u202Egpj.exe"',
  `"${'n'.repeat(1000)}"`,
  `"${'ü'.repeat(20_000)}"`,
  `"' or 1=1; drop table job; --"`,
  '"%00%ff%zz"',
  '"2024-02-30T99:00:00Z"',
  '"0000-00-00T00:00:00Z"',
  '"+275760-09-13T00:00:00.001Z"',
  '"http://localhost:3000/api/Job/not-a-uuid"',
  '-1',
  '0',
  '1.5',
  '1e309',
  '-1e309',
  '9007199254740993',
  '99999999999999999999999999',
  '[]',
  '[[]]',
  '[null]',
  '["\\ud800"]',
  '[{}]',
  '{}',
  '{"__proto__":{"isAdmin":true}}',
  '{"constructor":{"prototype":{"isAdmin":true}}}',
  '{"toString":null,"hasOwnProperty":1,"length":-1}',
  `[${Array(2000).fill('"x"').join(',')}]`,
  `${'['.repeat(60)}${']'.repeat(60)}`,
]

/** Bodies that are malformed, too large, or of an unexpected shape. */
export const HOSTILE_BODIES: readonly (readonly [name: string, body: string])[] = [
  ['nothing', ''],
  ['a blank', ' \n\t'],
  ['a byte order mark', '\ufeff{}'],
  ['half an object', '{"Name":"x"'],
  ['two values', '{}{}'],
  ['no JSON', '<xml/>'],
  ['NaN', '{"Name":NaN}'],
  ['a number', '42'],
  ['a text', '"Name"'],
  ['null', 'null'],
  ['an empty list', '[]'],
  ['a list of lists', '[[]]'],
  ['a list of two', '[{},{}]'],
  ['an empty wrapper', '[{"X":null}]'],
  ['a wrapped prototype', '[{"__proto__":{"Name":"x"}}]'],
  ['a prototype', '{"__proto__":{"Name":"x","State":"Completed"},"constructor":{"prototype":{"Name":"x"}}}'],
  ['the same key twice', '{"Name":1,"Name":{"a":2},"Filter":1,"Filter":[]}'],
  ['a hundred thousand levels of lists', `${'['.repeat(100_000)}${']'.repeat(100_000)}`],
  ['a hundred thousand levels of objects', `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`],
  ['a hundred thousand keys', `{${Array.from({ length: 100_000 }, (_, at) => `"k${at}":1`).join(',')}}`],
  ['more than a megabyte', JSON.stringify({ Name: 'x'.repeat(1_100_000) })],
  ['half a character', '{"Name":"\\ud83d","Tags":["\\ude00\\ud83d"]}'],
  ['nine hundred thousand backslashes', `{"Name":"${'\\'.repeat(900_000)}"}`],
  ['a hundred thousand escaped characters', `{"Name":"${'\\ud83d\\ude00'.repeat(75_000)}"}`],
  ['a key of one megabyte', `{"${'k'.repeat(900_000)}":1}`],
  ['a NUL character', '{"Name":"a\u0000b"}'],
  ['an escaped NUL character', '{"Name":"a\\u0000b","Tags":["\\u0000"]}'],
  ['a NUL character as key', '{"\\u0000":"x"}'],
]

/** Wrong content types, including truncated and malformed ones. */
export const HOSTILE_TYPES: readonly string[] = [
  '',
  'text/plain',
  'application/xml',
  'application/x-www-form-urlencoded',
  'application/json; charset=utf-16',
  'multipart/form-data',
  'multipart/form-data; boundary=',
  'multipart/form-data; boundary=x',
  `multipart/form-data; boundary=${'b'.repeat(5000)}`,
  'multipart/mixed; boundary="x',
  ';;;=',
]

/** Multipart bodies with the boundary `x` that are truncated or inconsistent. */
export const BROKEN_FORMS: readonly string[] = [
  '--x',
  '--x--\r\n',
  '--x\r\n',
  '--x\r\nContent-Disposition: form-data; name="files"; filename="a.csv"\r\n\r\na,b\n1,2',
  '--x\r\nContent-Disposition: form-data\r\n\r\nx\r\n--x--\r\n',
  '--x\r\nContent-Disposition: form-data; name="files"; filename="\u0000"\r\n\r\nx\r\n',
  '--x\r\nContent-Disposition: form-data; name="files"; filename="a.csv"\r\nContent-Type: \u0000\r\n\r\nx\r\n',
  `--x\r\nContent-Disposition: form-data; name="${'n'.repeat(100_000)}"; filename="a"\r\n\r\nx\r\n`,
  `--x\r\n${'X-Header: y\r\n'.repeat(5000)}\r\nx\r\n`,
  '--x\r\nContent-Disposition: form-data; name="__proto__"; filename="../../a"\r\n\r\nx\r\n',
  '--x\nContent-Disposition: form-data; name="files"; filename="a"\n\nx\n--x',
]

export const HOSTILE_PARTS: readonly string[] = [
  '0',
  '-1',
  '1e9',
  'null',
  '%00',
  '%ff',
  '%zz',
  '%',
  '%2e%2e%2f%2e%2e',
  '..%2F..%2Fetc%2Fpasswd',
  '%ed%a0%80',
  "';drop table job;--",
  '00000000-0000-0000-0000-000000000000',
  'ffffffff-ffff-ffff-ffff-ffffffffffff',
  '{00000000-0000-7000-8000-000000000000}',
  '00000000-0000-7000-8000-00000000000g',
  '__proto__',
  'constructor',
  'a'.repeat(10_000),
]

/** Suffixes for the URL of any route. */
export const HOSTILE_QUERIES: readonly string[] = [
  '?',
  '?&&&==&%',
  '?%00=%00&x=%00',
  '?%ed%a0%80=%ed%a0%80&x=%zz',
  '?__proto__=x&constructor[prototype][a]=b&__proto__[a]=b',
  `?q=${'a'.repeat(100_000)}`,
  `?${Array.from({ length: 5000 }, (_, at) => `p${at}=x`).join('&')}`,
  `?${'q=e30&'.repeat(2000)}`,
  '?offset=-1&limit=-1',
  '?offset=99999999999999999999&limit=99999999999999999999',
  '?offset=1e400&limit=NaN',
  '?offset=0x10&limit=1.5&sort=%00&search=%00&theme=%00',
  '?sort=__proto__&direction=sideways&search=%ed%a0%80&columns=%00',
  '?after=AAAA&q=e30',
]

/**
 * Returns a value of the type that this schema requires. A string field whose name contains a key of `things` gets the
 * URL stored under that key.
 */
export function plausible(schema: Schema, field: string, things: Record<string, string>): Json {
  const thing = Object.entries(things).find(([name]) => field.includes(name))?.[1]
  const choice = [schema, ...(schema.anyOf ?? []), ...(schema.oneOf ?? [])].find((it) => it.type && it.type !== 'null')
  if (schema.const !== undefined) return schema.const
  if (schema.enum ?? choice?.enum) return (schema.enum ?? choice?.enum)?.[0]
  const type = [choice?.type].flat()[0]
  if (type === 'object') {
    const fields = Object.entries(choice?.properties ?? {})
    return Object.fromEntries(fields.map(([name, inner]) => [name, plausible(inner, name, things)]))
  }
  if (type === 'array') return [plausible(choice?.items ?? {}, field, things)]
  if (type === 'boolean') return false
  if (type === 'number' || type === 'integer') return 1
  if (choice?.format === 'date-time' || /At|Before|After$/.test(field)) return '2024-01-01T00:00:00Z'
  return thing ?? 'x'
}

/** Returns the values to try at the next place of a body. */
type ValuesOf = () => readonly string[]

/**
 * The values on which parsers and databases fail most often: NUL, half a character, a broken escape, and Range headers.
 */
const CRASHER = /%00|%ed%a0%80|%zz|^bytes=|^"(\\u0000|\\ud800)"$/

/**
 * Returns a function to call for each place in a body or route. Each call returns the values most likely to crash the
 * server and a few others, which vary from call to call. In `npm run test:long`, each call returns all values.
 */
export function valuesInTurn(values: readonly string[] = HOSTILE_VALUES): ValuesOf {
  const others = values.filter((value) => !CRASHER.test(value))
  const shares = IS_LONG ? 1 : Math.min(20, others.length)
  let places = 0
  return () => {
    const share = places++ % shares
    const tried = others.filter((_, at) => at % shares === share)
    return values.filter((value) => CRASHER.test(value) || tried.includes(value))
  }
}

/** Returns a function that returns the next few items on each call or, in `npm run test:long`, all of them. */
export function fewInTurn<Item>(items: readonly Item[], few: number): () => Item[] {
  let next = 0
  return () => {
    const from = next
    next += few
    return IS_LONG ? [...items] : Array.from({ length: few }, (_, at) => items[(from + at) % items.length] as Item)
  }
}

/** Yields copies of `value` as JSON text. Each copy has one value replaced, at any depth. */
export function* corruptedTexts(value: Json, valuesOf: ValuesOf = valuesInTurn()): Generator<string> {
  yield* valuesOf()
  if (Array.isArray(value)) {
    for (const [at, item] of value.entries()) {
      for (const text of corruptedTexts(item, valuesOf))
        yield `[${value.map((it, n) => (n === at ? text : JSON.stringify(it))).join(',')}]`
    }
  } else if (typeof value === 'object' && value !== null) {
    const entries = Object.entries(value)
    for (const [key, item] of entries) {
      for (const text of corruptedTexts(item, valuesOf)) {
        yield `{${entries.map(([k, it]) => `${JSON.stringify(k)}:${k === key ? text : JSON.stringify(it)}`).join(',')}}`
      }
    }
  }
}

const TABLES = [
  ...TENANT_TABLES,
  'processing_step',
  'owner',
  'account_grant',
  '"user"',
  'organization',
  'member',
  'invitation',
  'session',
  'account',
  'two_factor',
  'passkey',
]

const STORED_ROWS = [
  ...TABLES.map((table) => `select '${table}' || to_jsonb(t)::text as row from ${table} t`),
  `select 'api_key' || (to_jsonb(k) - 'last_used_at')::text as row from api_key k`,
].join(' union all ')

/** Returns a hash of the rows of `TABLES` and of the API keys. The times at which keys were last used are ignored. */
export async function fingerprint(api: TestApi): Promise<string> {
  const client = await api.db.pool.connect()
  try {
    await client.query(`begin; set local millrace.role = 'system'`)
    // The statement is prepared, because some tests call this function hundreds of times.
    const found = await client.query<{ row: string }>({ name: 'fingerprint', text: `${STORED_ROWS} order by 1` })
    return createHash('sha256')
      .update(found.rows.map(({ row }) => row).join('\n'))
      .digest('hex')
  } finally {
    await client.query('rollback')
    client.release()
  }
}
