import {
  ProcessingStepQueryParameters,
  SetProcessingStepTagsParameters,
  SetProcessingStepTitleParameters,
} from '@millrace/contracts/processing-steps'
import type { QueryResultProperties } from '@millrace/contracts/queries'
import { document, jsonAction, link } from '@millrace/siren/build'
import { Hono } from 'hono'
import type { AppEnv } from '#app-env.ts'
import { href } from '#http/links.ts'
import { pageLinks, pageOf, queryHref, queryOf } from '#http/query-link.ts'
import { created, done, siren } from '#http/siren.ts'
import { actionParameters, pathId, valid } from '#http/valid.ts'
import type { StepService } from './steps.service.ts'
import { stepDocument } from './steps.siren.ts'

/** HTTP for processing steps: the root, queries and single steps. Mounted at /api. */
export function stepRoutes(steps: StepService) {
  const resultHref = (origin: string) => `${origin}/api/ProcessingStepQuery/Query`
  return new Hono<AppEnv>()
    .get('/ProcessingStepsRoot', (c) => {
      const { origin } = c.var
      return siren(
        c,
        document('ProcessingStepRoot', {
          actions: [
            jsonAction(
              'CreateProcessingStepQuery',
              `${origin}/api/ProcessingStepQuery/CreateQuery`,
              'Find processing steps.',
              {
                type: 'ProcessingStepQueryParameters',
                schemaHref: href.schema(origin, 'ProcessingStepQueryParameters'),
              },
            ),
          ],
          links: [
            link('self', href.stepsRoot(origin)),
            link('all', queryHref(resultHref(origin), {})),
            link('UsedTags', `${origin}/api/ProcessingStepsRoot/UsedTags`),
          ],
        }),
      )
    })
    .get('/ProcessingStepsRoot/UsedTags', async (c) => {
      const Tags = await steps.usedTags(c.var.actor)
      const self = `${c.var.origin}/api/ProcessingStepsRoot/UsedTags`
      return siren(c, document('ProcessingStepUsedTags', { properties: { Tags }, links: [link('self', self)] }))
    })
    .post('/ProcessingStepQuery/CreateQuery', async (c) => {
      const query = await actionParameters(c, 'ProcessingStepQueryParameters', ProcessingStepQueryParameters)
      return created(c, queryHref(resultHref(c.var.origin), query))
    })
    .get('/ProcessingStepQuery/Query', async (c) => {
      const query = valid(ProcessingStepQueryParameters, queryOf(c.req.query('q')))
      const { rows, total, tags } = await steps.list(c.var.actor, query)
      const properties: QueryResultProperties = {
        TotalEntities: total,
        CurrentEntitiesCount: rows.length,
        PreviousEntitiesCount: Math.min(pageOf(query).offset, total),
        RemainingTags: tags,
      }
      return siren(
        c,
        document('ProcessingStepQueryResult', {
          properties,
          entities: rows.map((row) => stepDocument(c.var.origin, c.var.actor, row, ['item'])) as never[],
          links: pageLinks(resultHref(c.var.origin), query, properties),
        }),
      )
    })
    .get('/ProcessingStep/:id', async (c) =>
      siren(c, stepDocument(c.var.origin, c.var.actor, await steps.get(c.var.actor, pathId(c)))),
    )
    .get('/ProcessingStep/:id/Download', async (c) => {
      const step = await steps.get(c.var.actor, pathId(c))
      const name = `${step.functionName}-${step.version}.json`
      return c.json(step.manifest, 200, {
        'Cache-Control': 'no-store',
        'Content-Disposition': `attachment; filename="${name}"`,
      })
    })
    .post('/ProcessingStep/:id/EditTags', async (c) => {
      const { Tags } = await actionParameters(c, 'SetProcessingStepTagsParameters', SetProcessingStepTagsParameters)
      await steps.change(c.var.actor, pathId(c), { tags: Tags })
      return done(c)
    })
    .post('/ProcessingStep/:id/EditTitle', async (c) => {
      const { Title } = await actionParameters(c, 'SetProcessingStepTitleParameters', SetProcessingStepTitleParameters)
      await steps.change(c.var.actor, pathId(c), { title: Title })
      return done(c)
    })
    .post('/ProcessingStep/:id/:action{Hide|UnHide|MakePublic|MakePrivate}', async (c) => {
      const change = {
        Hide: { hidden: true },
        UnHide: { hidden: false },
        MakePublic: { isPublic: true },
        MakePrivate: { isPublic: false },
      }
      await steps.change(c.var.actor, pathId(c), change[c.req.param('action') as keyof typeof change])
      return done(c)
    })
}
