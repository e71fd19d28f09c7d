import { DEFINITION_VERSION, WorkflowDefinition } from '@millrace/workflows/definition'
import { REPORT_VERSION, WorkflowReport } from '@millrace/workflows/report'
import { Hono } from 'hono'
import { z } from 'zod'
import type { AppEnv } from '#app-env.ts'

const SCHEMAS = {
  [`/workflow-definition/${DEFINITION_VERSION}`]: z.toJSONSchema(WorkflowDefinition, { io: 'input' }),
  [`/workflow-report/${REPORT_VERSION}`]: z.toJSONSchema(WorkflowReport, { io: 'input' }),
}

/** HTTP routes for the JSON Schemas of workflow documents, at URLs whose content never changes. Mounted at /schemas. */
export function workflowSchemaRoutes() {
  const routes = new Hono<AppEnv>()
  for (const [path, schema] of Object.entries(SCHEMAS)) {
    routes.get(path, (c) =>
      c.body(JSON.stringify({ ...schema, $id: `${c.var.origin}/schemas${path}` }), 200, {
        'Content-Type': 'application/schema+json',
        'Access-Control-Allow-Origin': '*',
        'Cross-Origin-Resource-Policy': 'cross-origin',
      }),
    )
  }
  return routes
}
