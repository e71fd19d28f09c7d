import { Hono } from 'hono'
import type { AppEnv } from '#app-env.ts'
import { requireUser } from '#http/session.ts'

/** GET /api/user/grants: what the visitor's role and plan, and the grants given, allow in the present context. */
export function grantRoutes() {
  return new Hono<AppEnv>().get('/grants', requireUser, (c) =>
    c.json(c.var.actor.grants, 200, { 'Cache-Control': 'no-store' }),
  )
}
