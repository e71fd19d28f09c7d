import { Hono } from 'hono'
import type { AppEnv } from '#app-env.ts'
import { requireAdmin } from '#http/session.ts'
import type { Newsletter } from './newsletter.service.ts'

/** POST /api/admin/system/listmonk/sync queues a sync. GET /api/admin/system returns the outcome. */
export function newsletterRoutes(newsletter: Pick<Newsletter, 'sync'>) {
  return new Hono<AppEnv>().post('/system/listmonk/sync', requireAdmin, async (c) => {
    await newsletter.sync()
    return c.json({}, 202)
  })
}
