import type { ArchivePreviewProperties, EntryPreviewProperties } from '@millrace/contracts/previews'
import { document, jsonAction, link } from '@millrace/siren/build'
import type { SirenDocument } from '@millrace/siren/document'
import { href } from '#links.ts'
import type { ArchiveListing } from './preview-task.ts'

/** Builds the document that lists the entries of an archive. The action `ReadEntry` returns the URL of one entry. */
export function archiveDocument(at: string, listing: ArchiveListing): SirenDocument<ArchivePreviewProperties> {
  const type = 'ReadEntryParameters'
  const schemaHref = href.schema(new URL(at).origin, type)
  const value = { Index: 0 }
  return document('ArchivePreview', {
    properties: { Kind: 'archive', Entries: listing.entries, TotalEntries: listing.total, Notes: listing.notes },
    actions: [jsonAction('ReadEntry', `${at}/ReadEntry`, 'Show the start of one entry.', { type, schemaHref, value })],
    links: [link('self', at)],
  })
}

/** Builds the preview of one entry, with a link to download its content. `at` is the URL of the archive's preview. */
export function entryDocument(
  at: string,
  index: number,
  properties: EntryPreviewProperties,
): SirenDocument<EntryPreviewProperties> {
  return document('EntryPreview', {
    properties,
    links: [link('self', entryHref(at, index)), link('Download', `${at}/EntryContent?index=${index}`)],
  })
}

/** Returns the URL of the preview of the entry at this 0-based position in the archive. */
export function entryHref(at: string, index: number): string {
  return `${at}/Entry?index=${index}`
}
