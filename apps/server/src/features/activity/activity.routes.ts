import { type Context, Hono } from 'hono'
import type { AppEnv } from '#app-env.ts'
import { requireAdmin, requireSession } from '#http/session.ts'
import { valid } from '#http/valid.ts'
import { AccountActivityQuery, ActivityConditions, ActivityExportQuery } from './activity.body.ts'
import type { ActivityService } from './activity.service.ts'
import { EXPORTS } from './activity-export.rules.ts'

/** GET /api/account/activity: what the user did, and what others did to the account. */
export function accountActivityRoutes(activity: ActivityService) {
  return new Hono<AppEnv>().get('/activity', requireSession, async (c) => {
    const { action, resourceType, ...page } = valid(AccountActivityQuery, filledQuery(c))
    return c.json(await activity.list({ action, resourceType, userId: c.var.actor.userId }, page))
  })
}

/** GET /api/admin/activity: the activity log of the whole server, as a page or as a file. */
export function adminActivityRoutes(activity: ActivityService, now: () => Date) {
  return new Hono<AppEnv>()
    .get('/activity', requireAdmin, async (c) => {
      const { action, resourceType, organizationId, userId, search, ...page } = valid(
        AccountActivityQuery.extend(ActivityConditions.shape),
        filledQuery(c),
      )
      return c.json(await activity.list({ action, resourceType, organizationId, userId, search }, page))
    })
    .get('/activity/export', requireAdmin, (c) => {
      const { format, ...filter } = valid(ActivityExportQuery, filledQuery(c))
      const { type, write } = EXPORTS[format]
      const name = `activity-${now().toISOString().slice(0, 10)}.${format}`
      return c.body(ReadableStream.from(write(activity.all(filter))).pipeThrough(new TextEncoderStream()), 200, {
        'Content-Type': type,
        'Content-Disposition': `attachment; filename="${name}"`,
      })
    })
}

/** Returns the query without empty values, which forms send for filters that are not set. */
function filledQuery(c: Context<AppEnv>): Record<string, string> {
  return Object.fromEntries(Object.entries(c.req.query()).filter(([, value]) => value !== ''))
}
