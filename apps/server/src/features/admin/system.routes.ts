import { Hono } from 'hono'
import type { AppEnv } from '#app-env.ts'
import { requireAdmin } from '#http/session.ts'
import type { SystemService } from './system.service.ts'

export function systemRoutes(system: SystemService) {
  return new Hono<AppEnv>().get('/system', requireAdmin, async (c) => c.json(await system.report()))
}
