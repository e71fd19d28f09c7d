import { DEFINITION_VERSION, WorkflowDefinition } from '@millrace/workflows/definition'
import { Hono } from 'hono'
import { z } from 'zod'
import type { AppEnv } from '#app-env.ts'

const definition = z.toJSONSchema(WorkflowDefinition, { io: 'input' })

/** HTTP for the JSON Schemas of workflow documents, one URL per version that never changes. Mounted at /schemas. */
export function workflowSchemaRoutes() {
  const path = `/workflow-definition/${DEFINITION_VERSION}`
  return new Hono<AppEnv>().get(path, (c) => {
    const schema = { ...definition, $id: `${c.var.origin}/schemas${path}` }
    return c.body(JSON.stringify(schema), 200, {
      'Content-Type': 'application/schema+json',
      'Access-Control-Allow-Origin': '*',
      'Cross-Origin-Resource-Policy': 'cross-origin',
    })
  })
}
