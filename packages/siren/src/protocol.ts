import type { SirenDocument } from './document.ts'

/** A protocol's rules for documents, by class. The properties of unlisted classes are not restricted. */
export interface Protocol {
  properties: Record<string, ReadonlySet<string>>
  /** Mandatory links. Classes that are not listed require only `self`. */
  links: Record<string, readonly string[]>
  /** The allowed values by `Class.Property`. */
  enums: Record<string, readonly string[]>
}

/** Returns the document, and its embedded documents, without properties that the protocol does not define. */
export function limitedTo(protocol: Protocol, document: SirenDocument<unknown>): SirenDocument {
  const known = protocol.properties[document.class[0] ?? '']
  const properties = document.properties as Record<string, unknown>
  return {
    ...document,
    properties: known ? Object.fromEntries(Object.entries(properties).filter(([key]) => known.has(key))) : properties,
    entities: document.entities.map((entity) => limitedTo(protocol, entity)),
  }
}
