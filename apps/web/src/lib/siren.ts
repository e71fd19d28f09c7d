import { preloadedQueryKey } from '@millrace/contracts/preloaded-queries'
import { SIREN_TYPE, type SirenAction, type SirenDocument } from '@millrace/siren/document'
import { actionOf, embedded, hrefOf, selfHref } from '@millrace/siren/read'
import { ApiProblem, type CallOptions, call, pathOf } from './api.ts'
import { takePreloadedReply } from './preloaded-replies.ts'

export type { SirenAction, SirenDocument }
export { actionOf, embedded, hrefOf, selfHref }

/** Fetches a document of the jobs service. */
export async function readDocument<P = Record<string, unknown>>(
  href: string,
  signal?: AbortSignal,
): Promise<SirenDocument<P>> {
  const reply = await call(href, { headers: { accept: SIREN_TYPE }, signal })
  return (await reply.json()) as SirenDocument<P>
}

/** Fetches a resource of one kind. A URL of another kind, such as one pasted by mistake, counts as not found. */
export async function readResource<P>(
  kind: 'Job' | 'WorkData' | 'ProcessingStep',
  href: string,
  signal?: AbortSignal,
): Promise<SirenDocument<P>> {
  const resource = await readDocument<P>(href, signal)
  if (!resource.class.includes(kind)) throw new ApiProblem(404, '')
  return resource
}

/** Fetches the document at a link. A missing link is a server error, so it throws. */
export async function follow<P = Record<string, unknown>>(
  doc: Pick<SirenDocument, 'links' | 'class'>,
  rel: string,
  signal?: AbortSignal,
): Promise<SirenDocument<P>> {
  const href = hrefOf(doc, rel)
  if (href === undefined) throw new Error(`The ${doc.class.join(' ')} document links to no ${rel}.`)
  return readDocument<P>(href, signal)
}

export interface RunOptions {
  signal?: AbortSignal | undefined
  idempotencyKey?: string
}

/** Runs an action as the server described it. Resolves with the Location of the created resource, if there is one. */
export async function runAction(
  action: SirenAction,
  body?: unknown,
  { signal, idempotencyKey }: RunOptions = {},
): Promise<string | undefined> {
  const reply = await send(action, {
    body,
    signal,
    headers: idempotencyKey ? { 'idempotency-key': idempotencyKey } : {},
  })
  return reply.headers.get('location') ?? undefined
}

function send({ href, method = 'POST' }: SirenAction, options: CallOptions): Promise<Response> {
  return call(href, { ...options, method, headers: { accept: SIREN_TYPE, ...options.headers } })
}

interface NamedRunOptions extends RunOptions {
  /** The error message if the server doesn’t offer the action. */
  missing?: string
}

/** Runs an action of a document by name. Throws an error if the server doesn’t offer it. */
export async function runNamed(
  doc: Pick<SirenDocument, 'actions'>,
  name: string,
  body?: unknown,
  { missing = `${name} is not available right now.`, ...options }: NamedRunOptions = {},
): Promise<string | undefined> {
  const action = actionOf(doc, name)
  if (!action) throw new ApiProblem(400, missing, { detail: missing })
  return runAction(action, body, options)
}

/** Runs an action that returns a document without changing anything. */
export async function askAction<P>(
  action: SirenAction,
  body: unknown,
  signal?: AbortSignal,
): Promise<SirenDocument<P>> {
  return (await (await send(action, { body, signal })).json()) as SirenDocument<P>
}

const PREFERENCE = 'return=representation'

/**
 * Runs an action that creates a query, and resolves with the result of the query: from the page if the server embedded
 * it, otherwise from the reply or its Location. Throws if the server doesn’t offer the action.
 */
export async function createQuery<P>(
  root: Pick<SirenDocument, 'actions'>,
  name: string,
  parameters: unknown,
  signal?: AbortSignal,
): Promise<SirenDocument<P>> {
  const action = actionOf(root, name)
  const first = action && takePreloadedReply(preloadedQueryKey(pathOf(action.href), parameters))
  if (first) return first.body as SirenDocument<P>
  const reply = action && (await send(action, { body: parameters, signal, headers: { prefer: PREFERENCE } }))
  const location = reply?.headers.get('location')
  if (!reply || !location) throw new Error('Error response')
  if (reply.headers.get('preference-applied') !== PREFERENCE) return readDocument<P>(location, signal)
  return (await reply.json()) as SirenDocument<P>
}
