import { percentDecoded } from '@millrace/parameters/pointer'
import type { Hono } from 'hono'
import type { AppEnv } from '#app-env.ts'
import { notFound, Problem } from '#problem.ts'

const METHODS = ['GET', 'POST', 'PUT', 'DELETE', 'PATCH']
/** Matches paths of the API. On other paths, a method that is not allowed results in 404 instead of 405. */
const API_PATH = /^\/(api|worker)\//

/**
 * Returns the methods to list in the `Allow` header for a path. Returns none if the path does not exist or is outside
 * the API.
 */
export function knownMethods(app: Hono<AppEnv>, path: string): string[] {
  const known = API_PATH.test(path) ? METHODS.filter((candidate) => handles(app, candidate, path)) : []
  return known.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]))
}

/** Returns the problem for a request without a handler: the method is not allowed, or the path does not exist. */
export function unknownRoute(known: string[], method: string, path: string): Problem {
  if (known.length > 0) {
    return new Problem('method-not-allowed', `${method} is not allowed here. Allowed: ${known.join(', ')}.`, {
      allow: [...known, 'OPTIONS'],
    })
  }
  const [, action] = /^\/api\/(?:Job|WorkData|ProcessingStep)\/[^/]+\/([^/]{1,100})$/.exec(path) ?? []
  if (action === undefined) return notFound()
  return new Problem(
    'not-found',
    `There is no action or document named ${percentDecoded(action)}. Follow the links and actions of the documents.`,
  )
}

/** Whether a route handles the method. Middleware for all methods does not count. */
function handles(app: Hono<AppEnv>, method: string, path: string): boolean {
  return app.router.match(method, path)[0].some(([[, route]]) => route.method === method && !/^\/?\*$/.test(route.path))
}
