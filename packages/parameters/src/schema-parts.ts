import { SCHEMA_LIMITS } from '@millrace/contracts/limits'
import type { JsonSchema } from './json-schema.ts'
import { isRecord, type PathPart } from './pointer.ts'

/** A schema within a schema, with its location. */
export interface SchemaPart {
  schema: JsonSchema
  path: PathPart[]
}

export type SchemaLimits = { readonly [name in keyof typeof SCHEMA_LIMITS]: number }

/** Thrown if the schema exceeds a limit. The message names the limit. */
export class TooMuchSchema extends Error {
  override name = 'TooMuchSchema'
}

const ONE = ['items', 'additionalProperties', 'propertyNames', 'unevaluatedItems', 'unevaluatedProperties']
const CONDITIONS = ['not', 'if', 'then', 'else', 'contains']
const LISTS = ['allOf', 'anyOf', 'oneOf', 'prefixItems']
const MAPS = ['properties', 'patternProperties', '$defs', 'definitions', 'dependentSchemas']
const NOTES = ['title', 'description', 'default', 'examples', '$comment', '$schema', '$id', 'deprecated', 'readOnly']

/** Returns the schema and all schemas within it. Throws TooMuchSchema if a limit is exceeded. */
export function readParts(root: Record<string, unknown>, limits: SchemaLimits = SCHEMA_LIMITS): SchemaPart[] {
  const bytes = new TextEncoder().encode(JSON.stringify(root)).length
  if (bytes > limits.bytes) {
    const size = `${Math.ceil(bytes / 1000)} kB`
    throw new TooMuchSchema(`It is ${size} of JSON. A schema can be up to ${limits.bytes / 1000} kB.`)
  }
  const parts: SchemaPart[] = []
  const counts = { keywords: 0, branches: 0, enumValues: 0 }
  const open: SchemaPart[] = [{ schema: root as JsonSchema, path: [] }]
  for (let part = open.pop(); part; part = open.pop()) {
    const { schema, path } = part
    parts.push(part)
    requireAtMost(path.length, limits.depth, 'levels of nesting')
    counts.keywords += keywordsOf(schema)
    requireAtMost(counts.keywords, limits.keywords, 'keywords')
    if (Array.isArray(schema.enum)) counts.enumValues += schema.enum.length
    requireAtMost(counts.enumValues, limits.enumValues, 'values of enum')
    const inside = [...partsWithin(part)]
    counts.branches += inside.filter(({ path: at }) => LISTS.includes(String(at.at(-2)))).length
    requireAtMost(counts.branches, limits.branches, 'branches of allOf, anyOf, oneOf and prefixItems')
    open.push(...inside.reverse())
  }
  return parts
}

function keywordsOf(schema: JsonSchema): number {
  return Object.keys(schema).filter((name) => !isNote(name)).length
}

/** Whether a keyword describes a value without restricting it. */
export function isNote(keyword: string): boolean {
  return NOTES.includes(keyword) || keyword.startsWith('x-')
}

function* partsWithin({ schema, path }: SchemaPart): Iterable<SchemaPart> {
  for (const [keyword, value] of Object.entries(schema)) {
    if (ONE.includes(keyword) || CONDITIONS.includes(keyword)) yield* partAt(value, [...path, keyword])
    if (LISTS.includes(keyword) && Array.isArray(value)) {
      for (const [index, item] of value.entries()) yield* partAt(item, [...path, keyword, index])
    }
    if (MAPS.includes(keyword) && isRecord(value)) {
      for (const [name, item] of Object.entries(value)) yield* partAt(item, [...path, keyword, name])
    }
  }
}

function* partAt(value: unknown, path: PathPart[]): Iterable<SchemaPart> {
  if (isRecord(value)) yield { schema: value as JsonSchema, path }
}

function requireAtMost(count: number, limit: number, what: string): void {
  if (count <= limit) return
  throw new TooMuchSchema(`It has too many ${what}. A schema can have up to ${limit.toLocaleString('en')} of them.`)
}
