import { Hono } from 'hono'
import type { AppEnv } from '#app-env.ts'
import { requireUser } from '#http/session.ts'

/** GET /api/user/grants: what role, plan and grants allow the principal in the current context. */
export function grantRoutes() {
  return new Hono<AppEnv>().get('/grants', requireUser, (c) =>
    c.json(c.var.actor.grants, 200, { 'Cache-Control': 'no-store' }),
  )
}
