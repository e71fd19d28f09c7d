import { Hono } from 'hono'
import type { AppEnv } from '#app-env.ts'
import { requireAdmin, requireFreshAdmin } from '#http/session.ts'
import { pathId } from '#http/valid.ts'
import type { MailService } from './mail.service.ts'

/** HTTP routes for unsent emails. Reading their text requires a recent sign-in. Mounted at /api/admin. */
export function mailRoutes(mail: MailService) {
  return new Hono<AppEnv>()
    .get('/mail', requireAdmin, async (c) => c.json(await mail.report()))
    .get('/mail/outbox/:id', requireFreshAdmin, async (c) => c.json(await mail.read(c.var.actor, pathId(c))))
    .post('/mail/:id/retry', requireAdmin, async (c) => {
      await mail.retry(pathId(c))
      return c.json({})
    })
    .delete('/mail/:id', requireAdmin, async (c) => {
      await mail.discard(pathId(c))
      return c.json({})
    })
}
