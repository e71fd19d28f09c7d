import type { Hono } from 'hono'
import type { AppEnv } from '#app-env.ts'
import { notFound, Problem } from '#problem.ts'

const METHODS = ['GET', 'POST', 'PUT', 'DELETE', 'PATCH']
/** Addresses of programs, where an unknown method deserves its own answer. */
const OF_PROGRAMS = /^\/(api|worker)\//

/** The methods that an address knows, as the header Allow lists them; none where there is no such address. */
export function knownMethods(app: Hono<AppEnv>, path: string): string[] {
  const known = OF_PROGRAMS.test(path) ? METHODS.filter((candidate) => handles(app, candidate, path)) : []
  return known.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]))
}

/** What to say of an address that has no handler: that it knows other methods only, or that there is no such thing. */
export function noSuchAddress(known: string[], method: string, path: string): Problem {
  if (known.length > 0) {
    return new Problem('method-not-allowed', `This address knows ${known.join(' and ')}, but not ${method}.`, {
      allow: [...known, 'OPTIONS'],
    })
  }
  const [, action] = /^\/api\/(?:Job|WorkData|ProcessingStep)\/[^/]+\/([^/]{1,100})$/.exec(path) ?? []
  if (action === undefined) return notFound()
  return new Problem(
    'not-found',
    `There is no action or document ${decoded(action)}. Follow the links and actions that the documents offer.`,
  )
}

/** A route ends at its own method; what is mounted for all methods only passes by. */
function handles(app: Hono<AppEnv>, method: string, path: string): boolean {
  return app.router.match(method, path)[0].some(([[, route]]) => route.method === method && !/^\/?\*$/.test(route.path))
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
