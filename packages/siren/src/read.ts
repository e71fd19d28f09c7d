import type { SirenAction, SirenDocument } from './document.ts'

/** The address behind a relation, or undefined when the document does not link it. */
export function hrefOf(doc: Pick<SirenDocument, 'links'>, rel: string): string | undefined {
  return doc.links.find((link) => link.rel.includes(rel))?.href
}

/** The document's own address. Every document has one, so a missing one is a fault of the server. */
export function selfHref(doc: SirenDocument<unknown>): string {
  const href = hrefOf(doc as SirenDocument, 'self')
  if (href === undefined) throw new Error(`A ${doc.class.join(' ')} document came without its own address.`)
  return href
}

/** An action by name, or undefined when the server does not offer it now. */
export function actionOf(doc: Pick<SirenDocument, 'actions'>, name: string): SirenAction | undefined {
  return doc.actions.find((action) => action.name === name)
}

/** Embedded documents by relation, in the server's order. */
export function embedded<P = Record<string, unknown>>(
  doc: Pick<SirenDocument, 'entities'>,
  rel: string,
): SirenDocument<P>[] {
  return doc.entities.filter((entity) => entity.rel?.includes(rel)) as unknown as SirenDocument<P>[]
}
