import { ContinueExecutionParameters } from '@millrace/contracts/executions'
import { MEDIA } from '@millrace/contracts/media-types'
import { Hono } from 'hono'
import type { AppEnv } from '#app-env.ts'
import type { Deps } from '#deps.ts'
import { idempotent } from '#http/idempotency.ts'
import { created, siren } from '#http/siren.ts'
import { actionParameters, pathId } from '#http/valid.ts'
import { href, idFromHref } from '#links.ts'
import { comparisonDocument } from './comparison.siren.ts'
import type { ContinuationService } from './continuation.service.ts'
import { continuationDocument } from './continuation.siren.ts'
import type { ExecutionService } from './executions.service.ts'
import { executionDocument } from './executions.siren.ts'

/** HTTP routes for executions of workflows, which are jobs. Mounted at /api. */
export function executionRoutes(
  { executions, continuations }: { executions: ExecutionService; continuations: ContinuationService },
  deps: Pick<Deps, 'db'>,
) {
  const TYPE = 'ContinueExecutionParameters'
  return new Hono<AppEnv>()
    .get('/Job/:id/Execution', async (c) =>
      siren(c, executionDocument(c.var, await executions.get(c.var.actor, pathId(c)))),
    )
    .get('/Job/:id/Execution/Definition', async (c) => {
      const definition = await executions.definition(c.var.actor, pathId(c))
      return c.body(JSON.stringify(definition), 200, {
        'Content-Type': MEDIA.workflowDefinition,
      })
    })
    .get('/Job/:id/Execution/Comparison', async (c) => {
      const other = c.req.query('with')
      const otherId = other === undefined ? undefined : idFromHref(other, 'Job')
      return siren(c, comparisonDocument(c.var, await executions.comparison(c.var.actor, pathId(c), otherId)))
    })
    .post('/Job/:id/Execution/PreviewContinuation', async (c) => {
      const input = await actionParameters(c, TYPE, ContinueExecutionParameters)
      return siren(c, continuationDocument(c.var, await continuations.preview(c.var.actor, pathId(c), input)))
    })
    .post('/Job/:id/Execution/Continue', async (c) => {
      const [actor, id] = [c.var.actor, pathId(c)]
      const input = await actionParameters(c, TYPE, ContinueExecutionParameters)
      const made = await idempotent(c, deps.db, input, (record) => continuations.start(actor, id, input, record))
      return created(c, href.job(c.var.origin, made))
    })
    .post('/Job/:id/Execution/Verify', async (c) => {
      const [actor, id] = [c.var.actor, pathId(c)]
      const made = await idempotent(c, deps.db, {}, (record) => continuations.verify(actor, id, record))
      return created(c, href.job(c.var.origin, made))
    })
}
