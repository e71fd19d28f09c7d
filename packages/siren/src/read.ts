import type { SirenAction, SirenDocument } from './document.ts'

/** Returns the URL of a link relation, or undefined if the document has no such link. */
export function hrefOf(doc: Pick<SirenDocument, 'links'>, rel: string): string | undefined {
  return doc.links.find((link) => link.rel.includes(rel))?.href
}

/** Returns the document's own URL. Throws if it is missing, because every document must have one. */
export function selfHref(doc: SirenDocument<unknown>): string {
  const href = hrefOf(doc as SirenDocument, 'self')
  if (href === undefined) throw new Error(`The ${doc.class.join(' ')} document has no self link.`)
  return href
}

/** Returns the action with that name, or undefined if it is not available. */
export function actionOf(doc: Pick<SirenDocument, 'actions'>, name: string): SirenAction | undefined {
  return doc.actions.find((action) => action.name === name)
}

/** Returns the embedded documents with a relation, in the server's order. */
export function embedded<P = Record<string, unknown>>(
  doc: Pick<SirenDocument, 'entities'>,
  rel: string,
): SirenDocument<P>[] {
  return doc.entities.filter((entity) => entity.rel?.includes(rel)) as unknown as SirenDocument<P>[]
}
