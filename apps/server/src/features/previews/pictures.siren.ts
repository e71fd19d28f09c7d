import { MEDIA } from '@millrace/contracts/media-types'
import type { PicturePreviewProperties } from '@millrace/contracts/previews'
import { document, jsonAction, link } from '@millrace/siren/build'
import type { SirenDocument } from '@millrace/siren/document'
import { href } from '#links.ts'
import type { PictureFacts } from './preview-task.ts'

/** Builds the preview of one page of an image. The action `ReadPage` returns the URL of another page. */
export function pictureDocument(at: string, facts: PictureFacts): SirenDocument<PicturePreviewProperties> {
  const { Page, TotalPages } = facts
  const type = 'ReadPageParameters'
  const schemaHref = href.schema(new URL(at).origin, type)
  const links = [link('self', pageHref(at, Page)), link('Picture', `${at}/Picture?page=${Page}`, MEDIA.webp)]
  if (Page + 1 < TotalPages) links.push(link('next', pageHref(at, Page + 1)))
  if (Page > 0) links.push(link('previous', pageHref(at, Page - 1)))
  const readPage = jsonAction('ReadPage', `${at}/ReadPage`, 'Show another page.', { type, schemaHref, value: { Page } })
  return document('PicturePreview', {
    properties: { Kind: 'picture', ...facts },
    actions: TotalPages > 1 ? [readPage] : [],
    links,
  })
}

/** Returns the URL of the preview of one page of an image. Pages are 0-based. */
export function pageHref(at: string, page: number): string {
  return `${at}?page=${page}`
}
