import type { HierarchyPreviewProperties, NodePreviewProperties } from '@millrace/contracts/hierarchies'
import { document, jsonAction, link } from '@millrace/siren/build'
import type { SirenDocument } from '@millrace/siren/document'
import { href } from '#links.ts'
import type { HierarchyListing } from './preview-task.ts'

/**
 * Builds the document that lists the contents of an HDF5 or NetCDF file. The action `ReadNode` returns the URL of one
 * group or dataset.
 */
export function hierarchyDocument(at: string, listing: HierarchyListing): SirenDocument<HierarchyPreviewProperties> {
  const type = 'ReadNodeParameters'
  const schemaHref = href.schema(new URL(at).origin, type)
  const value = { Path: '/' }
  const title = 'Show the attributes and first values of a dataset.'
  return document('HierarchyPreview', {
    properties: { Kind: 'hierarchy', ...listing },
    actions: [jsonAction('ReadNode', `${at}/ReadNode`, title, { type, schemaHref, value })],
    links: [link('self', at)],
  })
}

/** Builds the preview of one group or dataset. `at` is the URL of the file's preview. */
export function nodeDocument(at: string, properties: NodePreviewProperties): SirenDocument<NodePreviewProperties> {
  return document('NodePreview', { properties, links: [link('self', nodeHref(at, properties.Path))] })
}

/** Returns the URL of the preview of the group or dataset at this path in the file. */
export function nodeHref(at: string, path: string): string {
  return `${at}/Node?${new URLSearchParams({ path })}`
}
