import { type FoundOwner, GRANT_ID, ORGANIZATION_SORTS } from '@millrace/contracts/administration'
import { LIMITS, PLAN_NAMES } from '@millrace/contracts/limits'
import { type Context, Hono } from 'hono'
import { z } from 'zod'
import type { AppEnv } from '#app-env.ts'
import { AccountName } from '#auth/account-name.ts'
import { readJson } from '#http/json-body.ts'
import { requireAdmin, requireFreshAdmin } from '#http/session.ts'
import { pathId, valid } from '#http/valid.ts'
import { href, idFromHref } from '#links.ts'
import type { AccountAdministration } from './account-administration.service.ts'

const NewUser = z.object({
  name: AccountName,
  email: z.email().max(254),
  plan: z.enum(PLAN_NAMES).default('free'),
})
const NewGrant = z.object({
  grantId: z.string().regex(GRANT_ID, 'Use letters, digits and “_.:-”. Start with a letter.'),
})
const NewPlan = z.object({ plan: z.enum(PLAN_NAMES) })
const OrganizationQuery = z.object({
  search: z.string().max(LIMITS.accountNameMax).optional(),
  plan: z.enum(PLAN_NAMES).optional(),
  sortBy: z.enum(ORGANIZATION_SORTS).default('name'),
  sortDirection: z.enum(['asc', 'desc']).default('asc'),
  limit: z.coerce.number().int().min(1).max(LIMITS.pageSizeMax).default(50),
  offset: z.coerce.number().int().min(0).max(LIMITS.pageOffsetMax).default(0),
})

const OwnerQuery = z.object({
  search: z.string().max(LIMITS.accountNameMax).optional(),
  url: z.string().max(2000).optional(),
})

const KINDS = { users: 'user', organizations: 'organization' } as const

/** HTTP routes for administrators to manage users and organizations. Mounted at /api/admin. */
export function accountAdministrationRoutes(accounts: AccountAdministration) {
  return new Hono<AppEnv>()
    .post('/users', requireAdmin, async (c) =>
      c.json(await accounts.createUser(c.req.raw.headers, valid(NewUser, await readJson(c))), 201),
    )
    .get('/users/:id', requireAdmin, async (c) => c.json(await accounts.user(c.var.actor, c.req.param('id'))))
    .get('/owners', requireAdmin, async (c) => {
      const { url, search = '' } = valid(OwnerQuery, c.req.query())
      const found = await accounts.owners(url === undefined ? { text: search } : { id: idFromHref(url, 'User') })
      const shown = found.map(({ id, kind, name, email }) => ({ url: href.user(c.var.origin, id), kind, name, email }))
      return c.json(shown satisfies FoundOwner[])
    })
    .get('/organizations', requireAdmin, async (c) => {
      const query = valid(OrganizationQuery, c.req.query())
      return c.json(await accounts.organizations({ search: undefined, plan: undefined, ...query }))
    })
    .get('/organizations/:id', requireAdmin, async (c) =>
      c.json(await accounts.organization(c.var.actor, c.req.param('id'))),
    )
    .get('/grants', requireAdmin, async (c) => c.json(await accounts.allGrants()))
    .get('/:kind{users|organizations}/:id/grants', requireAdmin, async (c) =>
      c.json(await accounts.grants(c.var.actor, subject(c))),
    )
    .post('/:kind{users|organizations}/:id/grants', requireFreshAdmin, async (c) => {
      const { grantId } = valid(NewGrant, await readJson(c))
      return c.json(await accounts.addGrant(c.var.actor, subject(c), grantId), 201)
    })
    .delete('/:kind{users|organizations}/:id/grants/:grant', requireFreshAdmin, async (c) => {
      await accounts.removeGrant(c.var.actor, subject(c), pathId(c, 'grant'))
      return c.json({})
    })
    .get('/:kind{users|organizations}/:id/plans', requireAdmin, async (c) =>
      c.json({ plan: await accounts.plan(c.var.actor, subject(c)) }),
    )
    .put('/:kind{users|organizations}/:id/plans', requireAdmin, async (c) => {
      const { plan } = valid(NewPlan, await readJson(c))
      await accounts.setPlan(c.var.actor, subject(c), plan)
      return c.json({ plan })
    })
}

function subject(c: Context<AppEnv>) {
  const kind = KINDS[c.req.param('kind') as keyof typeof KINDS]
  return { kind, id: c.req.param('id') ?? '' }
}
