import { type Context, Hono } from 'hono'
import type { AppEnv } from '#app-env.ts'
import { requireAdmin, requireFreshAdmin } from '#http/session.ts'
import { pathId } from '#http/valid.ts'
import type { MailService } from './mail.service.ts'

/** HTTP for emails that were not sent, whose text can be read only after a recent sign-in. Mounted at /api/admin. */
export function mailRoutes(mail: MailService) {
  return new Hono<AppEnv>()
    .get('/mail', requireAdmin, async (c) => json(c, await mail.report()))
    .get('/mail/outbox/:id', requireFreshAdmin, async (c) => json(c, await mail.read(c.var.actor, pathId(c))))
    .post('/mail/:id/retry', requireAdmin, async (c) => {
      await mail.retry(pathId(c))
      return json(c, {})
    })
    .delete('/mail/:id', requireAdmin, async (c) => {
      await mail.discard(pathId(c))
      return json(c, {})
    })
}

function json(c: Context<AppEnv>, body: object): Response {
  return c.json(body, 200, { 'Cache-Control': 'no-store' })
}
