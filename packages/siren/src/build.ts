import type { SirenAction, SirenDocument, SirenLink } from './document.ts'

/** A whole document; absent parts become empty lists, as clients expect. A kind may be of several classes. */
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

export function link(rel: string, href: string, type?: string): SirenLink {
  return type === undefined ? { rel: [rel], href } : { rel: [rel], href, type }
}

/** An action without parameters: it must list no field. */
export function plainAction(name: string, href: string, title: string): SirenAction {
  return { name, class: ['ParameterLessAction'], method: 'POST', href, title }
}

/** An action with one JSON parameter object: exactly one field, whose class is the address of its JSON Schema. */
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
 * An action that takes files as multipart/form-data. With parameters it lists them as a second field, for clients that
 * know it: a text part of that name, holding JSON. Generic clients refuse a document that has an action with two fields.
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
