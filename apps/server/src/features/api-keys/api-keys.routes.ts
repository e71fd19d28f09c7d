import { ApiKeyChange, NewApiKey } from '@millrace/contracts/api-keys'
import { Hono } from 'hono'
import type { AppEnv } from '#app-env.ts'
import type { Deps } from '#deps.ts'
import { idempotent } from '#http/idempotency.ts'
import { readJson } from '#http/json-body.ts'
import { requireSession } from '#http/session.ts'
import { pathId, valid } from '#http/valid.ts'
import type { ApiKeyService } from './api-keys.service.ts'

/** /api/keys: the keys of a signed-in user. API keys are not accepted here. */
export function apiKeyRoutes(keys: ApiKeyService, { db }: Pick<Deps, 'db'>) {
  return new Hono<AppEnv>()
    .use(requireSession)
    .get('/', async (c) => c.json(await keys.list(c.var.actor)))
    .post('/', async (c) => {
      const input = valid(NewApiKey, c.req.query())
      let made: NewApiKey | undefined
      const id = await idempotent(c, db, input, async (recordCreated) => {
        made = await keys.create(c.var.actor, input, { recordCreated })
        return made.id
      })
      return c.json(made ?? (await keys.create(c.var.actor, input, { replaces: id })), 201)
    })
    .put('/:id', async (c) => {
      const { active } = valid(ApiKeyChange, await readJson(c))
      await keys.setActive(c.var.actor, pathId(c), active)
      return c.json({})
    })
    .delete('/:id', async (c) => {
      await keys.remove(c.var.actor, pathId(c))
      return c.json({})
    })
}
