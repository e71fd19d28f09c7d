import type { ReadingProperties } from '@millrace/contracts/file-readings'
import type { JsonNodeProperties, JsonTreeProperties } from '@millrace/contracts/json-trees'
import { LIMITS } from '@millrace/contracts/limits'
import { document, jsonAction, link } from '@millrace/siren/build'
import type { SirenDocument } from '@millrace/siren/document'
import { href } from '#links.ts'
import { Problem } from '#problem.ts'
import type { JsonNodeRange } from './json-tasks.ts'
import type { JsonTree } from './json-trees.ts'

/**
 * Builds the document with the outermost value of a JSON file. The action `ReadJson` returns the URL of a page with
 * children of an object or array.
 */
export function treeDocument(
  at: string,
  tree: JsonTree,
  { whole }: { whole: boolean },
): SirenDocument<JsonTreeProperties> {
  const { facts, root } = tree
  const [value] = root.Children
  if (!value) throw new Problem('preview-failed', 'The file contains no JSON.')
  const type = 'ReadJsonParameters'
  const schemaHref = href.schema(new URL(at).origin, type)
  const query = whole || facts.isWhole ? '?whole=true' : ''
  const title = 'Show values of an object or list.'
  const parameters = { type, schemaHref, value: { At: value.At } }
  const readJson = jsonAction('ReadJson', `${at}/ReadJson${query}`, title, parameters)
  return document('JsonTree', {
    properties: {
      Kind: 'tree',
      Root: value,
      SizeInBytes: facts.sizeInBytes,
      BytesRead: facts.readTo,
      Fault: facts.fault,
      Encoding: facts.encoding.label,
    },
    actions: value.Size === null ? [] : [readJson],
    links: [
      link('self', `${at}/Tree${query}`),
      ...(facts.isWhole ? [] : [link('Whole', `${at}/Tree?whole=true`), link('Reading', `${at}/TreeReading`)]),
    ],
  })
}

/**
 * Builds the document that reports how much of a large file has been read. Clients poll this document until the file is
 * read.
 */
export function treeReadingDocument(at: string, properties: ReadingProperties): SirenDocument<ReadingProperties> {
  return document('JsonReading', { properties, links: [link('self', `${at}/TreeReading`)] })
}

/**
 * Builds a page of the children of an object or array, with a link to the next page. If `whole` is true, the links lead
 * to pages of the whole file instead of its start.
 */
export function jsonNodeDocument(
  at: string,
  node: JsonNodeProperties,
  { whole }: { whole: boolean },
): SirenDocument<JsonNodeProperties> {
  const { At, From, Total, Children } = node
  const page = { at: At, most: LIMITS.previewJsonValues }
  const beyond = From + Children.length
  const links = [link('self', jsonNodeHref(at, { ...page, from: From }, { whole }))]
  if (Children.length > 0 && beyond < Total)
    links.push(link('next', jsonNodeHref(at, { ...page, from: beyond }, { whole })))
  return document('JsonNode', { properties: node, links })
}

/**
 * Returns the URL of a page of the children of the object or array at this position. The page starts with the child at
 * index `from`.
 */
export function jsonNodeHref(at: string, { at: place, from }: JsonNodeRange, { whole }: { whole: boolean }): string {
  return `${at}/JsonNode?${new URLSearchParams({ at: String(place), from: String(from), ...(whole && { whole: 'true' }) })}`
}
