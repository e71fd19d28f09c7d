import type { Page } from 'playwright-core'
import { describe, expect, inject, it } from 'vitest'
import { allowConsoleErrors, asNewUser, expectAccessible, openAsNewUser } from './browser.ts'
import { uploadAs } from './files.ts'
import { manualWorker } from './manual-worker.ts'
import { graphNode, startWorkflow } from './started-workflow.ts'

/** Returns a workflow that cleans gauge readings. Two nodes then aggregate and query the result at the same time. */
const fork = (sql: string) => ({
  version: 1,
  title: 'Gauges by day',
  variables: {},
  nodes: [
    { id: 'clean', title: 'Clean readings', step: { function: 'clean_table' }, inputs: { table: [{ workData: '' }] } },
    {
      id: 'daily',
      title: 'Daily means',
      step: { function: 'aggregate_table' },
      inputs: { table: [{ node: 'clean', slot: 'cleaned' }] },
    },
    {
      id: 'select',
      title: 'Select rows',
      step: { function: 'query_table' },
      parameters: { sql: { value: sql } },
      inputs: { tables: [{ node: 'clean', slot: 'cleaned' }] },
    },
  ],
})

/** Starts the workflow with a new file, and opens its execution. */
async function startFork(page: Page, sql: string): Promise<void> {
  const workData = await uploadAs(page, 'gauges.csv')
  const definition = fork(sql)
  definition.nodes[0]!.inputs = { table: [{ workData }] }
  await startWorkflow(page, definition)
}

/** Returns a workflow of two consecutive nodes with the same step. The journey controls the worker of that step. */
const byHand = (workData: string) => ({
  version: 1,
  title: 'Run by hand',
  nodes: [
    { id: 'first', title: 'First step', step: { function: 'run_by_hand' }, inputs: { table: [{ workData }] } },
    {
      id: 'second',
      title: 'Second step',
      step: { function: 'run_by_hand' },
      inputs: { table: [{ node: 'first', slot: 'out' }] },
    },
  ],
})

describe('executions', () => {
  it('show an empty list at first', async () => {
    const page = await openAsNewUser()
    await page.getByRole('link', { name: 'Executions' }).click()

    await page.getByText('No executions yet').waitFor()
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Open workflows' }).click()
    await page.getByRole('heading', { level: 1, name: 'Workflows' }).waitFor()
  })

  it('are called “execution” on the “not found” page of one that does not exist', { tags: 'long' }, async () => {
    const page = await asNewUser()
    const code = Buffer.from('/api/Job/01a1f943-461a-77db-a866-1378cf9f6076').toString('base64url')

    await page.goto(`/workflows/executions/${code}`)

    await page.getByRole('heading', { name: 'Execution not found' }).waitFor()
    allowConsoleErrors(/404/)
    await page.getByRole('link', { name: 'Back to executions' }).click()
    await page.getByText('No executions yet').waitFor()
  })

  it('show what is running while they run', async () => {
    const worker = await manualWorker(
      { url: inject('productUrl'), dataDirectory: inject('productData') },
      'run_by_hand',
    )
    const page = await asNewUser()
    await startWorkflow(page, byHand(await uploadAs(page, 'gauges.csv')))
    await expect.poll(() => graphNode(page, 'First step').textContent()).toContain('No worker')

    const first = await worker.takes()
    await expect.poll(() => graphNode(page, 'First step').textContent()).toContain('Running')
    await page.getByText('0 of 2 steps').waitFor()
    await first.writes('out', 'level.csv', 'level\n1\n')
    await first.completes()

    await expect.poll(() => graphNode(page, 'First step').textContent()).toContain('Completed')
    await expect.poll(() => graphNode(page, 'Second step').textContent()).toContain('Queued')
    await page.getByText('1 completed').waitFor()
    await page.getByText('1 of 2 steps').waitFor()
    const second = await worker.takes()
    await second.fail('The gauge is dry.')
    await page.getByRole('complementary').getByText('The gauge is dry.').waitFor()
  })

  it('show the graph with states, when each node ran, its jobs and the report', async () => {
    const page = await asNewUser()
    await startFork(page, 'select * from input')

    await expect.poll(() => graphNode(page, 'Select rows').textContent(), { timeout: 40_000 }).toContain('Completed')
    await page.getByRole('status').getByText('Completed').waitFor()
    // The badge shows that all steps are completed, so the page does not show a count of completed steps as well.
    await expect.poll(() => page.getByText('3 completed').count()).toBe(0)
    await page.getByRole('tab', { name: 'Timeline' }).click()
    await expect.poll(() => page.getByRole('list', { name: 'Timeline' }).getByRole('button').count()).toBe(3)
    await graphNode(page, 'Daily means').click()
    await page
      .getByRole('complementary')
      .getByRole('link', { name: /aggregate_table/ })
      .waitFor()

    await page.getByRole('tab', { name: 'Jobs' }).click()
    await page.getByText('3 sub-jobs').waitFor()
    await page.getByRole('tab', { name: 'Report' }).click()
    await page.getByRole('region', { name: 'Preview' }).getByRole('heading', { name: 'Daily means' }).waitFor()
  })

  it('open with the failed node selected, and link to its job', async () => {
    const page = await asNewUser()
    await startFork(page, 'select no_such_column from input')

    await page.getByRole('status').getByText('Failed').waitFor()
    const inspector = page.getByRole('complementary')
    await inspector.getByRole('heading', { name: 'Select rows' }).waitFor()
    await inspector
      .getByText(/no_such_column/)
      .first()
      .waitFor()
    await expectAccessible(page)

    const desktop = page.viewportSize() ?? { width: 1280, height: 720 }
    await page.setViewportSize({ width: 390, height: 844 })
    const right = async () => {
      const box = await graphNode(page, 'Select rows').boundingBox()
      return box ? box.x + box.width : Number.POSITIVE_INFINITY
    }
    await expect.poll(right).toBeLessThanOrEqual(390)
    await page.setViewportSize(desktop)
    await inspector.getByRole('link', { name: 'Open failed job' }).click()
    await page
      .getByText(/no_such_column/)
      .first()
      .waitFor()
    await page.goto('/workflows/executions?tab=failed')
    await page
      .getByRole('table', { name: 'Executions' })
      .getByRole('link', { name: /Gauges by day/ })
      .waitFor()
  })
})
