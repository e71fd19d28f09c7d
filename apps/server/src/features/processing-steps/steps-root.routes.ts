import { ProcessingStepQueryParameters } from '@millrace/contracts/processing-steps'
import { document, jsonAction, link } from '@millrace/siren/build'
import { Hono } from 'hono'
import type { AppEnv, Viewer } from '#app-env.ts'
import type { Deps } from '#deps.ts'
import { idempotent } from '#http/idempotency.ts'
import { queryHref } from '#http/query-link.ts'
import { adminResultHref, queryRoutes, resultHref } from '#http/query-routes.ts'
import { requireAdministrator } from '#http/session.ts'
import { created, siren } from '#http/siren.ts'
import { href } from '#links.ts'
import { usedTagsDocument } from '../tags/used-tags.siren.ts'
import { readRegistration } from './manifest.body.ts'
import type { StepQueryService } from './step-queries.service.ts'
import { mayRegister } from './steps.rules.ts'
import type { StepService } from './steps.service.ts'
import { manifestUpload, stepDocument } from './steps.siren.ts'

interface Services {
  steps: StepService
  queries: StepQueryService
}

/** HTTP routes for the root of processing steps, for registering steps and for querying them. Mounted at /api. */
export function stepsRoutes({ steps, queries }: Services, deps: Pick<Deps, 'db'>) {
  return new Hono<AppEnv>()
    .get('/ProcessingStepsRoot', (c) => siren(c, root(c.var)))
    .get('/ProcessingStepsRoot/UsedTags', async (c) => {
      const self = `${c.var.origin}/api/ProcessingStepsRoot/UsedTags`
      return siren(c, usedTagsDocument('ProcessingStepUsedTags', self, await queries.usedTags(c.var.actor)))
    })
    .get('/ProcessingStepsRoot/UsedTagsAdmin', requireAdministrator, async (c) => {
      const self = `${c.var.origin}/api/ProcessingStepsRoot/UsedTagsAdmin`
      return siren(c, usedTagsDocument('ProcessingStepUsedTagsAdmin', self, await queries.usedTagsOfAll(c.var.actor)))
    })
    .post('/ProcessingStep/RegisterNew', async (c) => {
      const input = await readRegistration(c)
      const id = await idempotent(c, deps.db, input, (recordCreated) =>
        steps.register(c.var.actor, input, recordCreated),
      )
      return created(c, href.step(c.var.origin, id))
    })
    .route('/', stepQueryRoutes(queries))
}

function stepQueryRoutes(queries: StepQueryService) {
  type Found = Awaited<ReturnType<StepQueryService['list']>>
  const shown = (viewer: Viewer, { rows, total, last, tags, used, use }: Found) => ({
    total,
    last,
    tags,
    items: rows.map((row) =>
      stepDocument(viewer, { row, isUsed: used.has(row.id), use: use?.get(row.id) }, ['item']),
    ) as never[],
  })
  return queryRoutes(
    'ProcessingStepQuery',
    {
      type: 'ProcessingStepQueryParameters',
      parameters: ProcessingStepQueryParameters,
      result: 'ProcessingStepQueryResult',
      check: queries.check,
      find: async (viewer, query, request) => shown(viewer, await queries.list(viewer.actor, query, request)),
    },
    {
      type: 'AdminProcessingStepQueryParameters',
      parameters: ProcessingStepQueryParameters,
      result: 'AdminProcessingStepQueryResult',
      check: queries.check,
      find: async (viewer, query, request) => shown(viewer, await queries.listOfAll(viewer.actor, query, request)),
    },
  )
}

function root({ origin, actor }: Viewer) {
  const at = `${origin}/api`
  const type = 'ProcessingStepQueryParameters'
  const query = jsonAction('CreateProcessingStepQuery', `${at}/ProcessingStepQuery/CreateQuery`, 'Find steps.', {
    type,
    schemaHref: href.schema(origin, type),
  })
  const register = manifestUpload(
    'RegisterNewProcessingStep',
    `${at}/ProcessingStep/RegisterNew`,
    'Register a step from its manifest.',
  )
  const name = 'ProcessingStepQuery'
  return document('ProcessingStepRoot', {
    actions: mayRegister(actor) ? [query, register] : [query],
    links: [
      link('self', href.stepsRoot(origin)),
      link('all', queryHref(resultHref(origin, name), actor, {})),
      link('UsedTags', `${at}/ProcessingStepsRoot/UsedTags`),
      ...(actor.isAdmin
        ? [
            link('all-admin', queryHref(adminResultHref(origin, name), actor, {})),
            link('UsedTagsAdmin', `${at}/ProcessingStepsRoot/UsedTagsAdmin`),
          ]
        : []),
    ],
  })
}
