import { LIMITS } from '@millrace/contracts/limits'
import { PRELOADED_QUERIES, preloadedQueryKey } from '@millrace/contracts/preloaded-queries'
import type { SirenDocument } from '@millrace/siren/document'
import { actionOf, hrefOf } from '@millrace/siren/read'
import type { Context } from 'hono'
import type { AppEnv } from '#app-env.ts'
import { encoded } from './query-link.ts'

/** Makes a GET request on behalf of a page, with the headers of the request for the page. */
export type GetAsPage = (c: Context<AppEnv>, path: string) => Promise<Response>

interface PreloadedReplies {
  isSignedIn: boolean
  /** Bodies by path or, for the result of a query, by `preloadedQueryKey`. */
  bodies: Record<string, unknown>
  cookies: string[]
}

const SESSION = '/api/auth/get-session'
const WELCOME = '/api/account/welcome'
const ENTRY_POINT = '/api/EntryPoint'

/** The root document that the screens below each path read first. */
const ROOTS = { '/jobs': 'JobsRoot', '/workdata': 'WorkDataRoot', '/processing-steps': 'ProcessingStepsRoot' }

/**
 * Collects the replies that a screen would otherwise request one after the other, to embed them in the page. Leaves out
 * failed replies, so that the page sends those requests itself and shows the error.
 */
export async function preloadedReplies(c: Context<AppEnv>, getAsPage: GetAsPage): Promise<PreloadedReplies> {
  const replies: PreloadedReplies = { isSignedIn: false, bodies: {}, cookies: [] }
  const add = async (path: string, key = path) => {
    const reply = await getAsPage(c, path)
    if (!reply.ok) return undefined
    replies.cookies.push(...reply.headers.getSetCookie())
    replies.bodies[key] = await reply.json()
    return replies.bodies[key]
  }
  const session = await add(SESSION)
  if (session === undefined) return replies
  await add(WELCOME)
  replies.isSignedIn = session !== null
  if (replies.isSignedIn) await addList(c, add)
  return replies
}

/**
 * Adds the root document of a list. On the list's own page, also adds the first page of the list, unless the URL has
 * parameters. A valid `PageSize` is allowed for lists that have pages.
 */
async function addList(c: Context<AppEnv>, add: (path: string, key?: string) => Promise<unknown>): Promise<void> {
  const entryPoint = (await add(ENTRY_POINT)) as SirenDocument | undefined
  const name = Object.entries(ROOTS).find(([path]) => c.req.path === path || c.req.path.startsWith(`${path}/`))?.[1]
  const href = entryPoint && name && hrefOf(entryPoint, name)
  const root = href && ((await add(new URL(href).pathname)) as SirenDocument | undefined)
  const query = firstQueryOf(c)
  const create = root && query && actionOf(root, query.action)
  if (!create) return
  const path = new URL(create.href).pathname
  await add(
    `${path.replace('/CreateQuery', '/Query')}?q=${encoded(query.parameters)}`,
    preloadedQueryKey(path, query.parameters),
  )
}

function firstQueryOf(c: Context<AppEnv>) {
  const { pathname, searchParams } = new URL(c.req.url)
  const path = Object.keys(PRELOADED_QUERIES).find((one) => one === pathname) as
    | keyof typeof PRELOADED_QUERIES
    | undefined
  if (!path) return undefined
  const { action, parameters } = PRELOADED_QUERIES[path]
  if (searchParams.size === 0) return { action, parameters }
  const PageSize = Number(searchParams.get('PageSize'))
  const isSize = Number.isInteger(PageSize) && PageSize > 0 && PageSize <= LIMITS.pageSizeMax
  const isPaged = 'PageOffset' in parameters.Pagination
  if (searchParams.size > 1 || !isSize || !isPaged) return undefined
  return { action, parameters: { ...parameters, Pagination: { ...parameters.Pagination, PageSize } } }
}
