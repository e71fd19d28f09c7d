import { Hono } from 'hono'
import type { AppEnv } from '#app-env.ts'
import { requireUser } from '#http/session.ts'

/** GET /api/user/grants: the rights that the principal has in the current context through role, plan and grants. */
export function grantRoutes() {
  return new Hono<AppEnv>().get('/grants', requireUser, (c) => c.json(c.var.actor.grants))
}
