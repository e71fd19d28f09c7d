import { hrefOf } from '@millrace/siren/read'
import type { Context } from 'hono'
import type { AppEnv } from '#app-env.ts'

/** Answers a GET of a page's visitor, as if the page had sent it. */
export type AskAsVisitor = (c: Context<AppEnv>, path: string) => Promise<Response>

interface FirstReplies {
  isSignedIn: boolean
  /** Bodies by path. */
  bodies: Record<string, unknown>
  /** Cookies that the replies set. */
  cookies: string[]
}

const SESSION = '/api/auth/get-session'
const WELCOME = '/api/account/welcome'
const ENTRY_POINT = '/api/EntryPoint'

/** The root document that the screens below a path read first. */
const ROOTS = { '/jobs': 'JobsRoot', '/workdata': 'WorkDataRoot', '/processing-steps': 'ProcessingStepsRoot' }

/**
 * The replies that a screen asks for before it can show anything, one after the other. The page carries them, which
 * saves a round trip each. What cannot be answered is left out, and the page asks for it and shows the error.
 */
export async function firstReplies(c: Context<AppEnv>, ask: AskAsVisitor): Promise<FirstReplies> {
  const replies: FirstReplies = { isSignedIn: false, bodies: {}, cookies: [] }
  const add = async (path: string) => {
    const reply = await ask(c, path)
    if (!reply.ok) return undefined
    replies.cookies.push(...reply.headers.getSetCookie())
    replies.bodies[path] = await reply.json()
    return replies.bodies[path]
  }
  const session = await add(SESSION)
  if (session === undefined) return replies
  await add(WELCOME)
  replies.isSignedIn = session !== null
  if (replies.isSignedIn) await addRoot(c.req.path, add)
  return replies
}

async function addRoot(screen: string, add: (path: string) => Promise<unknown>): Promise<void> {
  const entryPoint = (await add(ENTRY_POINT)) as Parameters<typeof hrefOf>[0] | undefined
  const root = Object.entries(ROOTS).find(([path]) => screen === path || screen.startsWith(`${path}/`))?.[1]
  const href = entryPoint && root && hrefOf(entryPoint, root)
  if (href) await add(new URL(href).pathname)
}
