import type { Page } from 'playwright-core'
import { asUserOf } from './api-client.ts'
import { uploadAs } from './files.ts'
import { linkCode } from './screens.ts'
import { startJob } from './start-job.ts'

const DEFINITION = 'application/vnd.pinexq.workflow.definition+json'

/** Starts a workflow over HTTP, and opens its execution. The explorer is not used, because other journeys cover it. */
export async function startWorkflow(page: Page, definition: { title: string }): Promise<void> {
  const { title } = definition
  const file = await uploadAs(page, `${title}.workflow.json`, JSON.stringify(definition), DEFINITION)
  const execution = await startJob(await asUserOf(page), { name: title, step: 'execute_workflow', file })
  await page.goto(`/workflows/executions/${linkCode(execution)}`)
}

/** Finds a node in the graph of the execution on the page. */
export const graphNode = (page: Page, title: string) =>
  page.getByRole('list', { name: 'Steps' }).getByRole('button', { name: title })
