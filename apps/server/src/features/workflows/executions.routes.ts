import { MEDIA } from '@millrace/contracts/media-types'
import { Hono } from 'hono'
import type { AppEnv } from '#app-env.ts'
import { siren } from '#http/siren.ts'
import { pathId } from '#http/valid.ts'
import type { ExecutionService } from './executions.service.ts'
import { executionDocument } from './executions.siren.ts'

/** HTTP for executions of workflows, which are jobs. Mounted at /api. */
export function executionRoutes(executions: ExecutionService) {
  return new Hono<AppEnv>()
    .get('/Job/:id/Execution', async (c) =>
      siren(c, executionDocument(c.var, await executions.get(c.var.actor, pathId(c)))),
    )
    .get('/Job/:id/Execution/Definition', async (c) => {
      const definition = await executions.definition(c.var.actor, pathId(c))
      return c.body(JSON.stringify(definition), 200, {
        'Content-Type': MEDIA.workflowDefinition,
        'Cache-Control': 'no-store',
      })
    })
}
