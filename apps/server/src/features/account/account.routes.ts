import { Hono } from 'hono'
import { z } from 'zod'
import type { AppEnv } from '#app-env.ts'
import { readJson } from '#http/json-body.ts'
import { allowAnybody } from '#http/rules.ts'
import { requireSession, requireSessionForNewPassword } from '#http/session.ts'
import { valid } from '#http/valid.ts'
import type { AccountService } from './account.service.ts'

const ContextQuery = z.object({ url: z.string().min(1).max(2000) })
const RequiredChange = z.object({ password: z.string().min(1), newPassword: z.string().min(1) })

/** /api/account: account endpoints that better-auth lacks. */
export function accountRoutes(accounts: AccountService) {
  return new Hono<AppEnv>()
    .get('/welcome', allowAnybody, async (c) => {
      const welcome = await accounts.welcome(c.req.raw.headers, c.req.query('setup'))
      return c.json(welcome)
    })
    .get('/email-change', requireSession, async (c) => c.json(await accounts.requestedAddress(c.var.actor)))
    .get('/usage', requireSession, async (c) => c.json(await accounts.usage(c.var.actor)))
    .get('/context', requireSession, async (c) => {
      const { url } = valid(ContextQuery, c.req.query())
      return c.json(await accounts.contextOf(c.var.actor, url))
    })
    .delete('/email-change', requireSession, async (c) => {
      await accounts.cancelAddressChange(c.var.actor)
      return c.body(null, 200)
    })
    .post('/required-password-change', requireSessionForNewPassword, async (c) => {
      const change = valid(RequiredChange, await readJson(c))
      await accounts.changeRequiredPassword(c.var.actor, c.req.raw.headers, change)
      return c.json({})
    })
}
