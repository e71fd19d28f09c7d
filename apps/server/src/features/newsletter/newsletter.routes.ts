import { Hono } from 'hono'
import type { AppEnv } from '#app-env.ts'
import { requireAdmin } from '#http/session.ts'
import type { Newsletter } from './newsletter.service.ts'

/** POST /api/admin/system/listmonk/sync. Mounted at /api/admin. The outcome is in GET /api/admin/system. */
export function newsletterRoutes(newsletter: Pick<Newsletter, 'sync'>) {
  return new Hono<AppEnv>().post('/system/listmonk/sync', requireAdmin, async (c) => {
    await newsletter.sync()
    return c.json({}, 202, { 'Cache-Control': 'no-store' })
  })
}
