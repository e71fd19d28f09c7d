/** Siren as used by the jobs service. Clients reject unknown keys, so these types declare every key that may occur. */
export interface SirenLink {
  rel: string[]
  href: string
  class?: string[]
  title?: string
  type?: string
}

/** An input of an action. `accept`, `maxFileSizeBytes` and `allowMultiple` are only for file fields. */
export interface SirenField {
  name: string
  type?: string
  value?: unknown
  class?: string[]
  title?: string
  accept?: string
  maxFileSizeBytes?: number
  allowMultiple?: boolean
}

/** An action that is currently available for the resource. The default method is GET. */
export interface SirenAction {
  name: string
  href: string
  class?: string[]
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  title?: string
  type?: string
  fields?: SirenField[]
}

/** A resource as clients receive it: its properties, embedded documents and available actions. */
export interface SirenDocument<P = Record<string, unknown>> {
  class: string[]
  title?: string
  /** Only on embedded documents. */
  rel?: string[]
  properties: P
  entities: SirenDocument[]
  actions: SirenAction[]
  links: SirenLink[]
}

/**
 * Returns the document without the actions for which `keep` returns false. Embedded documents lose such actions, too.
 */
export function withActions<P>(document: SirenDocument<P>, keep: (action: SirenAction) => boolean): SirenDocument<P> {
  return {
    ...document,
    entities: document.entities.map((entity) => withActions(entity, keep)),
    actions: document.actions.filter(keep),
  }
}

export const SIREN_TYPE = 'application/vnd.siren+json'
