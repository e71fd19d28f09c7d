import type { UsedTagsProperties } from '@millrace/contracts/queries'
import { document, link } from '@millrace/siren/build'
import type { SirenDocument } from '@millrace/siren/document'

/** Builds the document of the tags in use, each with the number of resources that have the tag. */
export function usedTagsDocument(
  className: string,
  self: string,
  used: { tag: string; count: number }[],
): SirenDocument<UsedTagsProperties> {
  const TagCounts = used.map(({ tag, count }) => ({ Tag: tag, Count: count }))
  const properties = { Tags: used.map(({ tag }) => tag), TagCounts }
  return document(className, { properties, links: [link('self', self)] })
}
