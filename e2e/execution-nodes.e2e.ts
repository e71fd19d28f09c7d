import type { Page } from 'playwright-core'
import { expect, inject, it } from 'vitest'
import { nodeContinues } from '../apps/web/src/features/executions/detail/texts.ts'
import { asNewUser, expectAccessible } from './browser.ts'
import { uploadAs } from './files.ts'
import { type HeldJob, manualWorker } from './manual-worker.ts'
import { graphNode, startWorkflow } from './started-workflow.ts'

const workerOf = (step: string) =>
  manualWorker({ url: inject('productUrl'), dataDirectory: inject('productData') }, step)

const deleted = 'The work data for the input table was deleted.'

/** Returns a workflow with two nodes. The second runs after the first but does not use its outputs. */
const twoFiles = (step: string, [first, second]: [string, string]) => ({
  version: 1,
  title: 'Two gauges',
  nodes: [
    { id: 'first', title: 'First gauge', step: { function: step }, inputs: { table: [{ workData: first }] } },
    {
      id: 'second',
      title: 'Second gauge',
      step: { function: step },
      after: ['first'],
      inputs: { table: [{ workData: second }] },
    },
  ],
})

/** Returns a workflow with a node that runs once for each station, and a node that waits for all these runs. */
const stations = (step: string, workData: string, count: number) => ({
  version: 1,
  title: `${count} stations`,
  nodes: [
    {
      id: 'each',
      title: 'Each station',
      step: { function: step },
      forEach: { value: Array.from({ length: count }, (_, at) => at) },
      onFailure: 'continue',
      inputs: { table: [{ workData }] },
    },
    { id: 'all', title: 'All stations', step: { function: step }, after: ['each'], inputs: { table: [{ workData }] } },
  ],
})

/** Returns a workflow with columns of nodes. Each node runs after a node of the preceding column. */
const grid = (step: string, workData: string, { columns, rows }: { columns: number; rows: number }) => ({
  version: 1,
  title: 'Grid',
  nodes: Array.from({ length: columns * rows }, (_, at) => ({
    id: `n${at}`,
    title: `Node ${at}`,
    step: { function: step },
    ...(at >= rows && { after: [`n${at - rows}`] }),
    inputs: { table: [{ workData }] },
  })),
})

async function succeeds(job: HeldJob): Promise<void> {
  await job.writes('out', 'level.csv', 'level\n1\n')
  await job.completes()
}

async function deleteData(page: Page, workData: string): Promise<void> {
  const headers = { origin: new URL(page.url()).origin }
  expect((await page.request.post(`${workData}/AllowDeletion`, { headers })).ok()).toBe(true)
  expect((await page.request.delete(`${workData}/Delete`, { headers })).ok()).toBe(true)
}

it('a node whose data was deleted says so, and continues with other data', { tags: 'long' }, async () => {
  const worker = await workerOf('needs_data')
  const page = await asNewUser()
  const data: [string, string] = [await uploadAs(page, 'kaub.csv'), await uploadAs(page, 'cochem.csv')]
  await uploadAs(page, 'worms.csv')
  await startWorkflow(page, twoFiles('needs_data', data))
  const first = await worker.takes()
  await deleteData(page, data[1])
  await succeeds(first)

  await expect.poll(() => graphNode(page, 'Second gauge').textContent()).toContain('Data missing')
  const panel = page.getByRole('complementary')
  await panel.getByRole('heading', { name: deleted }).waitFor()
  await panel.getByText(nodeContinues).waitFor()
  await page.getByRole('status').getByText('Data missing').waitFor()
  await page.getByRole('list', { name: 'Timeline' }).getByText('Data missing').last().waitFor()
  await expectAccessible(page)

  await page.goto('/workflows/executions')
  const list = page.getByRole('table', { name: 'Executions' })
  await list.getByText(`“Second gauge” is waiting for data. ${deleted}`).waitFor()
  await list.getByText('1 of 2').waitFor()
  await page.goto('/dashboard')
  const needs = page.getByRole('region', { name: 'Needs you' })
  await needs.getByText(`“Second gauge” is waiting for data. ${deleted}`).waitFor()
  await needs.getByRole('link', { name: 'Choose data' }).click()

  await panel.getByRole('button', { name: 'Choose data' }).click()
  const sheet = page.getByRole('dialog', { name: 'Choose data for Second gauge' })
  await sheet
    .getByRole('list', { name: 'Work data' })
    .getByRole('button', { name: /worms\.csv/ })
    .click()
  await expectAccessible(page)
  await sheet.getByRole('button', { name: /^Start job/ }).click()
  await sheet.waitFor({ state: 'detached' })
  await expect.poll(() => graphNode(page, 'Second gauge').textContent()).toContain('Queued')
  await succeeds(await worker.takes())

  await page.getByRole('status').getByText('Completed').waitFor()
})

it('a node with many runs shows their counts, the log of one of them, and leads to all', async () => {
  const worker = await workerOf('each_station')
  const page = await asNewUser()
  await startWorkflow(page, stations('each_station', await uploadAs(page, 'kaub.csv'), 3))
  for (const name of ['Kaub', 'Worms', 'Cochem']) {
    const run = await worker.takes()
    await run.log([`reading ${name}`])
    if (name === 'Worms') await run.fail('Worms has no readings.')
    else await succeeds(run)
  }

  await expect.poll(() => graphNode(page, 'Each station').textContent()).toContain('2 of 3, 1 failed')
  await graphNode(page, 'Each station').click()
  const panel = page.getByRole('complementary')
  await panel.getByRole('heading', { name: 'Worms has no readings.' }).waitFor()
  await panel.getByText('Log', { exact: true }).click()
  await panel.getByText('reading Worms').waitFor()
  await panel.getByRole('button', { name: 'Each station 3' }).click()
  await panel.getByText('reading Cochem').waitFor()
  await expectAccessible(page)

  await page.keyboard.press('ArrowRight')
  await expect.poll(() => graphNode(page, 'All stations').getAttribute('aria-pressed')).toBe('false')
  await graphNode(page, 'Each station').focus()
  await page.keyboard.press('ArrowRight')
  await panel.getByRole('heading', { name: 'All stations' }).waitFor()
  await page.keyboard.press('ArrowLeft')
  await panel.getByRole('heading', { name: 'Each station', exact: true }).waitFor()

  await panel.getByRole('link', { name: 'All 3 jobs' }).click()
  await expect
    .poll(async () => (await page.getByRole('link', { name: /^Each station \d$/ }).allTextContents()).sort())
    .toEqual(['Each station 1', 'Each station 2', 'Each station 3'])
  expect(await page.getByRole('link', { name: 'All stations' }).count()).toBe(0)
})

it('more runs than the panel lists are counted, and canceling the execution ends all of them', {
  tags: 'long',
}, async () => {
  await workerOf('never_claimed')
  const page = await asNewUser()
  await startWorkflow(page, stations('never_claimed', await uploadAs(page, 'kaub.csv'), 55))
  await expect.poll(() => graphNode(page, 'Each station').textContent()).toContain('0 of 55')
  const panel = page.getByRole('complementary')
  await panel.getByText('The first 50 of 55').waitFor()
  await panel.getByRole('link', { name: 'All 55 jobs' }).waitFor()

  await page.getByRole('button', { name: 'Cancel execution' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel execution' }).click()

  await page.getByRole('status').getByText('Canceled').waitFor()
  await expect.poll(() => graphNode(page, 'All stations').textContent()).toContain('Canceled')
  await page.getByRole('tab', { name: 'Jobs' }).click()
  await page.getByText('55 sub-jobs').waitFor()
  await expect.poll(() => page.getByRole('tabpanel').getByText('Canceled').count()).toBe(50)

  await page.getByRole('button', { name: 'Fix and continue' }).click()
  const sheet = page.getByRole('dialog')
  await sheet.getByText('2 steps run again; 0 are reused.').waitFor()
  await sheet.getByRole('button', { name: /^Start/ }).click()
  await sheet.waitFor({ state: 'detached' })
  await page.getByRole('link', { name: 'Continues an earlier execution' }).waitFor()
  await expect.poll(() => graphNode(page, 'Each station').textContent()).toContain('0 of 55')
})

it('keys move from one node with a problem to the next', { tags: 'long' }, async () => {
  const page = await asNewUser()
  const workData = await uploadAs(page, 'kaub.csv')
  const select = (id: string, title: string, sql: string) => ({
    id,
    title,
    step: { function: 'query_table' },
    onFailure: 'continue',
    parameters: { sql: { value: sql } },
    inputs: { tables: [{ workData }] },
  })
  const nodes = [
    select('a', 'Wrong column', 'select no_such_column from input'),
    select('b', 'All rows', 'select * from input'),
    select('c', 'Wrong table', 'select * from no_such_table'),
  ]
  const definition = { version: 1, title: 'Three queries', nodes }
  await startWorkflow(page, definition)
  await page.getByRole('status').getByText('Completed').waitFor()
  const selected = page.getByRole('list', { name: 'Steps' }).locator('[aria-pressed=true]')
  await page.getByRole('tab', { name: 'Timeline' }).click()
  for (const [key, title] of [
    ['n', 'Wrong table'],
    ['n', 'Wrong column'],
    ['p', 'Wrong table'],
  ] as const) {
    await page.keyboard.press(key)
    await expect.poll(() => selected.textContent()).toContain(title)
  }

  await page.keyboard.press('g')
  await page.keyboard.press('p')
  await page.getByRole('heading', { level: 1, name: 'Processing steps' }).waitFor()
})

it('of a large graph, the visible nodes are drawn, and arrow keys reach all nodes', { tags: 'long' }, async () => {
  await workerOf('grid_of_nodes')
  const page = await asNewUser()
  await startWorkflow(page, grid('grid_of_nodes', await uploadAs(page, 'kaub.csv'), { columns: 20, rows: 20 }))
  const nodes = page.getByRole('list', { name: 'Steps', exact: true }).getByRole('button')
  await graphNode(page, 'Node 0 ').waitFor()
  expect(await nodes.count()).toBeGreaterThan(5)
  expect(await nodes.count()).toBeLessThan(300)
  expect(await graphNode(page, 'Node 399').count()).toBe(0)

  await graphNode(page, 'Node 0 ').click()
  for (let column = 1; column < 20; column += 1) await page.keyboard.press('ArrowRight')
  const last = graphNode(page, 'Node 380')
  await last.and(page.locator(':focus')).waitFor()
  expect(await last.getAttribute('aria-pressed')).toBe('true')
  await expect.poll(() => nodes.count()).toBeLessThan(300)
  expect(await graphNode(page, 'Node 0 ').count()).toBe(0)
  await expectAccessible(page)
})
