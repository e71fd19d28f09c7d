import { AccessRequestBody } from '@millrace/contracts/access-requests'
import { Hono } from 'hono'
import type { AppEnv } from '#app-env.ts'
import { readJson } from '#http/json-body.ts'
import { requireSession } from '#http/session.ts'
import { created, done, siren } from '#http/siren.ts'
import { pathId, valid } from '#http/valid.ts'
import { href } from '#links.ts'
import type { AccessRequestService } from './access-requests.service.ts'
import { accessRequestsDocument } from './access-requests.siren.ts'

/** HTTP routes for listing access requests, and for giving access or declining. Mounted at /api. */
export function accessRequestRoutes(requests: AccessRequestService) {
  return new Hono<AppEnv>()
    .get('/AccessRequests', async (c) => siren(c, accessRequestsDocument(c.var, await requests.list(c.var.actor))))
    .post('/AccessRequests/:id/GiveAccess', async (c) => {
      const { kind, id } = await requests.give(c.var.actor, pathId(c))
      return created(c, kind === 'Job' ? href.job(c.var.origin, id) : href.workData(c.var.origin, id))
    })
    .post('/AccessRequests/:id/Decline', async (c) => {
      await requests.decline(c.var.actor, pathId(c))
      return done(c)
    })
}

/** HTTP routes for requesting access. Not available to API keys. Mounted at /api/account. */
export function askForAccessRoutes(requests: AccessRequestService) {
  return new Hono<AppEnv>().post('/access-requests', requireSession, async (c) => {
    const { url } = valid(AccessRequestBody, await readJson(c))
    await requests.ask(c.var.actor, url)
    return c.json({}, 202)
  })
}
