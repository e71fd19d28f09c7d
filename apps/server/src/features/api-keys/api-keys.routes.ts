import { ApiKeyChange, NewApiKey } from '@millrace/contracts/api-keys'
import { type Context, Hono } from 'hono'
import type { AppEnv } from '#app-env.ts'
import { readJson } from '#http/json-body.ts'
import { requireSession } from '#http/session.ts'
import { pathId, valid } from '#http/valid.ts'
import type { ApiKeyService } from './api-keys.service.ts'

/** /api/keys: the keys of a signed-in user. API keys are not accepted here. */
export function apiKeyRoutes(keys: ApiKeyService) {
  return new Hono<AppEnv>()
    .use(requireSession)
    .get('/', async (c) => json(c, await keys.list(c.var.actor)))
    .post('/', async (c) => json(c, await keys.create(c.var.actor, valid(NewApiKey, c.req.query())), 201))
    .put('/:id', async (c) => {
      const { active } = valid(ApiKeyChange, await readJson(c))
      await keys.setActive(c.var.actor, pathId(c), active)
      return json(c, {})
    })
    .delete('/:id', async (c) => {
      await keys.remove(c.var.actor, pathId(c))
      return json(c, {})
    })
}

function json(c: Context<AppEnv>, body: object, status: 200 | 201 = 200): Response {
  return c.json(body, status, { 'Cache-Control': 'no-store' })
}
