import { describe, expect, inject, it } from 'vitest'
import { asNewUser, expectAccessible } from './browser.ts'
import { uploadAs } from './files.ts'
import { manualWorker } from './manual-worker.ts'
import { JOB_STARTED, openStartPanel } from './start-query.ts'
import { startWorkflow } from './started-workflow.ts'

const NO_WORKER = 'No worker for this step is connected. The job starts when one connects.'

describe('a job whose step has no connected worker', () => {
  it('says so in the form, in the list and on its page, runs once a worker connects, and is deleted with its result', async () => {
    const product = { url: inject('productUrl'), dataDirectory: inject('productData') }
    const worker = await manualWorker(product, 'comes_later')
    const page = await asNewUser()
    await uploadAs(page, 'cochem.csv')
    const panel = await openStartPanel(page, 'comes_later')
    await panel.getByText(NO_WORKER).waitFor()
    await panel.getByLabel('Job name').fill('Waits for a worker')
    await panel.getByRole('button', { name: /^Start job/ }).click()
    await page.getByText(JOB_STARTED).first().waitFor()

    await page.goto('/jobs')
    const row = page.getByRole('row').filter({ hasText: 'Waits for a worker' })
    await row.getByText('No worker').waitFor()
    await row.getByRole('link', { name: 'Waits for a worker' }).click()
    await page.getByRole('heading', { level: 1, name: 'Waits for a worker' }).waitFor()
    await page.getByText(NO_WORKER).waitFor()

    const job = await worker.takes()
    await page.getByText(NO_WORKER).waitFor({ state: 'detached' })
    await job.progress(0.5)
    await page.getByText(/50%/).first().waitFor()
    await job.writes('out', 'level.csv', 'level\n1\n')
    await job.completes()
    await page.getByRole('link', { name: 'level.csv' }).first().waitFor()

    await page.getByRole('button', { name: 'More', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    const dialog = page.getByRole('alertdialog').or(page.getByRole('dialog'))
    await dialog.getByRole('button', { name: 'Delete job and result' }).click()
    await page.getByText('Job and results deleted').waitFor()
    await page.goto('/workdata/explorer')
    await page.getByRole('link', { name: 'cochem.csv' }).waitFor()
    expect(await page.getByRole('link', { name: 'level.csv' }).count()).toBe(0)
  })

  it('says so at its node of a workflow', { tags: 'long' }, async () => {
    await manualWorker({ url: inject('productUrl'), dataDirectory: inject('productData') }, 'comes_later_to_a_node')
    const page = await asNewUser()
    const workData = await uploadAs(page, 'cochem.csv')
    const node = { id: 'late', step: { function: 'comes_later_to_a_node' }, inputs: { table: [{ workData }] } }
    const definition = { version: 1, title: 'Waits at a node', nodes: [node] }

    await startWorkflow(page, definition)

    const details = page.getByRole('complementary')
    await details.getByRole('heading', { name: 'No worker for this step is connected.' }).waitFor()
    await page.getByRole('status').getByText('No worker for Manual step is connected.').waitFor()
    await expectAccessible(page)
    await page.goto('/workflows/executions')
    await page.getByRole('row').getByText('No worker for Manual step is connected.').waitFor()
  })
})
