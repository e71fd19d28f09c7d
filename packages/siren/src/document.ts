/** Siren as used by the jobs service. Clients reject unknown keys, so these types declare every key that may occur. */
export interface SirenLink {
  rel: string[]
  href: string
  class?: string[]
  title?: string
  type?: string
}

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

export interface SirenAction {
  name: string
  href: string
  class?: string[]
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  title?: string
  type?: string
  fields?: SirenField[]
}

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

/** The document with only the actions that satisfy the condition, at any depth. */
export function withActions<P>(document: SirenDocument<P>, keep: (action: SirenAction) => boolean): SirenDocument<P> {
  return {
    ...document,
    entities: document.entities.map((entity) => withActions(entity, keep)),
    actions: document.actions.filter(keep),
  }
}

export const SIREN_TYPE = 'application/vnd.siren+json'
