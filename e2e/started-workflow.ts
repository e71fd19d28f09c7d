import type { Page } from 'playwright-core'
import { uploadAs } from './files.ts'

const DEFINITION = 'application/vnd.pinexq.workflow.definition+json'

/** Starts a workflow from the explorer, and opens its execution. */
export async function startWorkflow(page: Page, definition: { title: string }): Promise<void> {
  await uploadAs(page, `${definition.title}.workflow.json`, JSON.stringify(definition), DEFINITION)
  await page.goto('/workflows/explorer')
  await page.getByRole('button', { name: `Start ${definition.title}` }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Start workflow' }).click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.goto('/workflows/executions')
  await page
    .getByRole('table', { name: 'Executions' })
    .getByRole('link', { name: new RegExp(definition.title) })
    .click()
}

/** A node in the graph of the execution on the page. */
export const graphNode = (page: Page, title: string) =>
  page.getByRole('list', { name: 'Steps' }).getByRole('button', { name: title })
