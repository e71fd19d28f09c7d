import type { Hono, MiddlewareHandler } from 'hono'
import type { AppEnv } from '#app-env.ts'

/** Who may call a route. `public` must be declared like any other rule. */
export type Rule =
  | 'public'
  | 'user'
  | 'session'
  | 'new-password'
  | 'admin'
  | 'admin-session'
  | 'worker'
  | 'auth-library'

/** A route and its access rule. If a route has no rule, the server does not start. */
export interface DeclaredRoute {
  method: string
  path: string
  rule: Rule | undefined
}

const rules = new WeakMap<object, Rule>()

/** Marks a middleware as the rule of the routes that follow. */
export function declares(rule: Rule, middleware: MiddlewareHandler<AppEnv>): MiddlewareHandler<AppEnv> {
  rules.set(middleware, rule)
  return middleware
}

/** Anyone may call the route, signed in or not. */
export const allowAnybody = declares('public', (_c, next) => next())

/** Returns every route with its rule. If a request passes several middlewares with rules, the last rule counts. */
export function declaredRoutes(app: Hono<AppEnv>): DeclaredRoute[] {
  const endpoints = app.routes.filter(({ method, handler }) => method !== 'ALL' || handler.length < 2)
  const byAddress = new Map(endpoints.map(({ method, path }) => [`${method} ${path}`, { method, path }]))
  return [...byAddress.values()].map(({ method, path }) => {
    const met = app.router.match(method, path)[0].map(([entry]) => entry)
    const itself = met.findLastIndex(([, route]) => route.method === method && route.path === path)
    const rule = met
      .slice(0, itself + 1)
      .map(([handler]) => rules.get(handler))
      .findLast((found) => found !== undefined)
    return { method, path, rule }
  })
}

/** Refuses to start the server if a route declares no rule, because such a route would be open to everyone. */
export function requireRules(app: Hono<AppEnv>): void {
  const open = declaredRoutes(app).filter((route) => route.rule === undefined)
  if (open.length === 0) return
  throw new Error(`These routes declare no rule: ${open.map(({ method, path }) => `${method} ${path}`).join(', ')}`)
}
