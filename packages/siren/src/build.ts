import type { SirenAction, SirenDocument, SirenLink } from './document.ts'

/**
 * Builds a complete document. If properties, entities or actions are omitted, an empty object or list is added, because
 * clients expect these keys.
 */
export function document<P extends object>(
  kind: string | string[],
  parts: {
    properties?: P
    rel?: string[]
    title?: string
    entities?: SirenDocument<never>[] | SirenDocument[]
    actions?: SirenAction[]
    links: SirenLink[]
  },
): SirenDocument<P> {
  return {
    class: [kind].flat(),
    ...(parts.title === undefined ? {} : { title: parts.title }),
    ...(parts.rel === undefined ? {} : { rel: parts.rel }),
    properties: parts.properties ?? ({} as P),
    entities: (parts.entities ?? []) as SirenDocument[],
    actions: parts.actions ?? [],
    links: parts.links,
  }
}

/** Builds a link. `type` is the media type of the target. Omit it if the target is a Siren document. */
export function link(rel: string, href: string, type?: string): SirenLink {
  return type === undefined ? { rel: [rel], href } : { rel: [rel], href, type }
}

/** Builds an action without parameters. Clients require that such an action has no fields. */
export function plainAction(name: string, href: string, title: string): SirenAction {
  return { name, class: ['ParameterLessAction'], method: 'POST', href, title }
}

/** Builds an action with one JSON parameter object. The class of its only field is the URL of the JSON Schema. */
export function jsonAction(
  name: string,
  href: string,
  title: string,
  parameter: { type: string; schemaHref: string; value?: unknown },
): SirenAction {
  const { type, schemaHref, value } = parameter
  return {
    name,
    class: ['ParameterAction'],
    method: 'POST',
    href,
    title,
    type: 'application/json',
    fields: [{ name: type, type: 'application/json', class: [schemaHref], ...(value === undefined ? {} : { value }) }],
  }
}

/**
 * Builds an action that accepts files as multipart/form-data. `parameter` adds a second field for a form part that
 * contains JSON; the name of this part is `parameter.type`. Generic clients reject documents with an action that has
 * two fields.
 */
export function uploadAction(
  name: string,
  href: string,
  title: string,
  files: { accept: string; maxFileSizeBytes: number; allowMultiple: boolean },
  parameter?: { type: string; schemaHref: string },
): SirenAction {
  const file = { name: 'UploadFiles', type: 'file', ...files }
  return {
    name,
    class: parameter ? ['FileUploadAction', 'FileUploadActionWithParameter'] : ['FileUploadAction'],
    method: 'POST',
    href,
    title,
    type: 'multipart/form-data',
    fields: parameter
      ? [file, { name: parameter.type, type: 'application/json', class: [parameter.schemaHref] }]
      : [file],
  }
}
