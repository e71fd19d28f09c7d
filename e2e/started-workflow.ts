import type { Page } from 'playwright-core'
import { asUserOf } from './api-client.ts'
import { uploadAs } from './files.ts'
import { linkCode } from './screens.ts'
import { startJob } from './start-job.ts'

const DEFINITION = 'application/vnd.pinexq.workflow.definition+json'

/** Starts a workflow over HTTP, and opens its execution. The explorer is not used, because other journeys cover it. */
export async function startWorkflow(page: Page, definition: { title: string }): Promise<void> {
  const { title } = definition
  const file = await upload(page, definition)
  const execution = await startJob(await asUserOf(page), { name: title, step: 'execute_workflow', file })
  await page.goto(`/workflows/executions/${linkCode(execution)}`)
}

/** Uploads a workflow over HTTP, and opens it in the configurator. */
export async function openWorkflow(page: Page, definition: Record<string, unknown> & { title: string }): Promise<void> {
  await page.goto(`/workflows/configurator?workflowLink=${linkCode(await upload(page, definition))}`)
}

function upload(page: Page, definition: { title: string }): Promise<string> {
  return uploadAs(page, `${definition.title}.workflow.json`, JSON.stringify(definition), DEFINITION)
}

/** Finds a node in the graph of the execution on the page. */
export const graphNode = (page: Page, title: string) =>
  page.getByRole('list', { name: 'Steps' }).getByRole('button', { name: title })
