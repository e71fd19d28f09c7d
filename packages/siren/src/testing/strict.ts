import { SIREN_TYPE } from '../document.ts'
import type { Protocol } from '../protocol.ts'

const ENTITY_KEYS = ['class', 'title', 'properties', 'entities', 'actions', 'links', 'rel']
const LINK_KEYS = ['rel', 'href', 'class', 'title', 'type']
const ACTION_KEYS = ['name', 'href', 'class', 'method', 'title', 'type', 'fields']
const FIELD_KEYS = ['name', 'type', 'value', 'class', 'title', 'accept', 'maxFileSizeBytes', 'allowMultiple']

type Json = Record<string, unknown>

/**
 * Lists everything that would break a strict client of a protocol: unexpected or missing keys, missing mandatory links,
 * wrong fields of actions, relative URLs, times without an offset, unknown values of enums. Empty for a valid reply.
 */
export function sirenFaults(protocol: Protocol, contentType: string | null, body: unknown): string[] {
  const faults = contentType === SIREN_TYPE ? [] : [`Content-Type is ${contentType}, not exactly ${SIREN_TYPE}`]
  return [...faults, ...entityFaults(protocol, body, '$')]
}

function entityFaults(protocol: Protocol, entity: unknown, at: string): string[] {
  if (!isObject(entity)) return [`${at} is not an object`]
  if ('href' in entity) return [`${at} is only a link; embedded documents must be whole`]
  const kind = Array.isArray(entity.class) ? String(entity.class[0]) : ''
  return [
    ...unknownKeys(entity, ENTITY_KEYS, at),
    ...(kind === '' ? [`${at} has no class`] : []),
    ...propertyFaults(protocol, kind, entity.properties, `${at}.properties`),
    ...each(entity.links, `${at}.links`, linkFaults),
    ...each(entity.actions, `${at}.actions`, actionFaults),
    ...each(entity.entities, `${at}.entities`, (embedded, place) => [
      ...(isObject(embedded) && isTexts(embedded.rel) ? [] : [`${place} has no rel`]),
      ...entityFaults(protocol, embedded, place),
    ]),
    ...missingLinks(protocol, kind, entity.links, at),
  ]
}

function missingLinks(protocol: Protocol, kind: string, links: unknown, at: string): string[] {
  const rels = new Set(
    Array.isArray(links) ? links.flatMap((link) => (isObject(link) ? (link.rel as string[]) : [])) : [],
  )
  return (protocol.links[kind] ?? ['self'])
    .filter((rel) => !rels.has(rel))
    .map((rel) => `${at} (${kind}) has no link ${rel}`)
}

function linkFaults(link: unknown, at: string): string[] {
  if (!isObject(link)) return [`${at} is not an object`]
  return [
    ...unknownKeys(link, LINK_KEYS, at),
    ...(isTexts(link.rel) ? [] : [`${at} has no rel`]),
    ...(isAbsolute(link.href) ? [] : [`${at}.href is not absolute`]),
  ]
}

function actionFaults(action: unknown, at: string): string[] {
  if (!isObject(action)) return [`${at} is not an object`]
  const kinds = isTexts(action.class) ? action.class : []
  const fields = (action.fields ?? []) as unknown[]
  const expected = fieldsOf(kinds)
  const isUpload = kinds.includes('FileUploadAction')
  const [field] = fields as Json[]
  return [
    ...unknownKeys(action, ACTION_KEYS, at),
    ...(typeof action.name === 'string' ? [] : [`${at} has no name`]),
    ...(isAbsolute(action.href) ? [] : [`${at}.href is not absolute`]),
    ...(kinds.length === 0 ? [`${at} has no class`] : []),
    ...(fields.length === expected
      ? []
      : [`${at} (${String(action.name)}) has ${fields.length} fields, not ${expected}`]),
    ...(isUpload && action.type !== 'multipart/form-data' ? [`${at} uploads as ${String(action.type)}`] : []),
    ...(isUpload && field?.type !== 'file' ? [`${at} has no file field`] : []),
    ...each(fields, `${at}.fields`, fieldFaults),
  ]
}

function fieldsOf(kinds: string[]): number {
  if (kinds.includes('ParameterLessAction')) return 0
  return kinds.includes('FileUploadActionWithParameter') ? 2 : 1
}

function fieldFaults(field: unknown, at: string): string[] {
  if (!isObject(field)) return [`${at} is not an object`]
  const isJson = field.type === 'application/json'
  return [
    ...unknownKeys(field, FIELD_KEYS, at),
    ...('accept' in field && typeof field.accept !== 'string' ? [`${at}.accept is not a string`] : []),
    ...(isJson && !(isTexts(field.class) && field.class.length === 1 && isAbsolute(field.class[0]))
      ? [`${at} has no schema`]
      : []),
  ]
}

function propertyFaults(protocol: Protocol, kind: string, properties: unknown, at: string): string[] {
  if (!isObject(properties)) return [`${at} is not an object`]
  return Object.entries(properties).flatMap(([key, value]) => {
    const place = `${at}.${key}`
    const allowed = protocol.enums[`${kind}.${key}`]
    if (allowed && !allowed.includes(String(value))) return [`${place} is ${String(value)}`]
    if (/At$/.test(key) && value !== null && !isInstant(value)) return [`${place} is not a time with an offset`]
    if (key === 'Name' && typeof value !== 'string') return [`${place} is not a string`]
    return []
  })
}

function each(list: unknown, at: string, faults: (item: unknown, at: string) => string[]): string[] {
  if (!Array.isArray(list)) return [`${at} is not a list`]
  return list.flatMap((item, index) => faults(item, `${at}[${index}]`))
}

function unknownKeys(object: Json, known: string[], at: string): string[] {
  return Object.keys(object)
    .filter((key) => !known.includes(key))
    .map((key) => `${at} has the unknown key ${key}`)
}

function isObject(value: unknown): value is Json {
  return value !== null && typeof value === 'object' && !Array.isArray(value)
}

function isTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.length > 0 && value.every((item) => typeof item === 'string')
}

function isAbsolute(value: unknown): boolean {
  return typeof value === 'string' && /^https?:\/\/[^/]+\//.test(value)
}

function isInstant(value: unknown): boolean {
  return typeof value === 'string' && /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:\d{2})$/.test(value)
}
