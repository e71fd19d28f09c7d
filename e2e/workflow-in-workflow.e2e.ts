import { MEDIA } from '@millrace/contracts/media-types'
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { allowConsoleErrors, asNewUser, expectAccessible } from './browser.ts'

const INNER = {
  version: 1,
  title: 'Daily means',
  variables: {
    readings: { type: 'string', format: 'work-data', title: 'Gauge readings' },
    every: { type: 'string', enum: ['hour', 'day', 'week'], title: 'Interval' },
  },
  nodes: [
    { id: 'clean', step: { function: 'clean_table' }, inputs: { table: [{ variable: 'readings' }] } },
    {
      id: 'means',
      step: { function: 'aggregate_table' },
      parameters: { every: { variable: 'every' } },
      inputs: { table: [{ node: 'clean', slot: 'cleaned' }] },
    },
  ],
  outputs: { means: { node: 'means', slot: 'aggregated' } },
}

const node = (page: Page, id: string) => page.locator(`.react-flow__node[data-id="${id}"]`)
const inspector = (page: Page) => page.getByRole('complementary', { name: 'Details' })

/** Uploads a file. The tags come first, so the server knows them before it receives the bytes. */
async function upload(page: Page, name: string, mimeType: string, text: string, tags?: string[]): Promise<string> {
  const origin = new URL(page.url()).origin
  const file = { name, mimeType, buffer: Buffer.from(text) }
  const multipart = { ...(tags && { tags: JSON.stringify(tags) }), file }
  const reply = await page.request.post('/api/WorkData/UploadWorkData', { headers: { origin }, multipart })
  expect(reply.status(), await reply.text()).toBe(201)
  return new URL(reply.headers().location ?? '').pathname
}

/** Uploads a workflow that runs another workflow for each of its files, and opens it. */
async function openOuter(page: Page, workData: string): Promise<void> {
  const outer = {
    version: 1,
    title: 'Stations',
    variables: { tables: { type: 'array', items: { type: 'string', format: 'work-data' }, title: 'Tables' } },
    nodes: [
      {
        id: 'inner',
        step: { function: 'execute_workflow' },
        forEach: { variable: 'tables' },
        parameters: { every: { value: 'day' } },
        inputs: { workflow: [{ workData }], readings: [{ item: '' }] },
      },
    ],
  }
  const address = await upload(page, 'Stations.workflow.json', MEDIA.workflowDefinition, JSON.stringify(outer))
  await page.goto(`/workflows/configurator?workflowLink=${Buffer.from(address).toString('base64url')}`)
  await node(page, 'inner').getByText('Daily means', { exact: true }).waitFor()
}

const uploadInner = (page: Page, version: number) =>
  upload(page, 'Daily means.workflow.json', MEDIA.workflowDefinition, JSON.stringify(INNER), [
    'workflow=daily-means',
    `version=${version}`,
  ])

it('a saved workflow is a step of another one: its inputs, parameters and outputs are those of its definition', {
  timeout: 120_000,
}, async () => {
  const page = await asNewUser()
  await upload(page, 'Daily means.workflow.json', MEDIA.workflowDefinition, JSON.stringify(INNER))
  await upload(page, 'levels.csv', 'text/csv', 'time,level\n2024-05-01T00:00:00Z,1\n2024-05-01T12:00:00Z,3\n')
  await page.goto('/workflows/configurator')

  await page.getByRole('combobox', { name: 'Search steps' }).fill('Daily means')
  await page.getByRole('option', { name: 'Daily means' }).click()

  await node(page, 'execute_workflow').getByText('Daily means', { exact: true }).waitFor()
  await inspector(page).getByText('The parameter “every” is missing.').waitFor()
  await inspector(page).getByText('Day', { exact: true }).click()
  await inspector(page).getByRole('button', { name: 'Add data to readings' }).click()
  await page.getByRole('button', { name: 'New workflow input' }).click()
  await page.getByRole('status').getByText('No problems').waitFor()
  await page.getByRole('combobox', { name: 'Search steps' }).fill('Plot table')
  await page.getByRole('option', { name: 'Plot table' }).first().click()
  await node(page, 'plot_table').and(page.locator('.selected')).waitFor()
  await expectAccessible(page)
  await page.getByRole('button', { name: /^Save/ }).click()
  await page.getByText('Saved as version 1').waitFor()

  await page.getByRole('button', { name: /^Start workflow/ }).click()
  const sheet = page.getByRole('dialog', { name: /^Start / })
  await sheet.getByRole('button', { name: 'Choose work data for' }).click()
  await page.getByRole('button', { name: /^levels\.csv/ }).click()
  await sheet.getByText('levels.csv').waitFor()
  await sheet.getByRole('button', { name: /^Start workflow/ }).click()

  await page.getByRole('region', { name: 'Execution' }).getByText('2 of 2 steps done').waitFor({ timeout: 60_000 })
})

it('says which version of a workflow it runs, offers the newest, and reports a problem once it is deleted', {
  tags: 'long',
  timeout: 120_000,
}, async () => {
  const page = await asNewUser()
  const first = await uploadInner(page, 1)
  await openOuter(page, first)
  const { origin } = new URL(page.url())
  expect((await page.request.post(`${first}/Hide`, { headers: { origin } })).ok()).toBe(true)
  await uploadInner(page, 2)
  await page.reload()
  await node(page, 'inner').getByText('v1').waitFor()
  await node(page, 'inner').click()
  await inspector(page).getByText('Workflow, version 1').waitFor()
  await expectAccessible(page)

  await inspector(page).getByRole('button', { name: 'Use version 2' }).click()

  await inspector(page).getByText('Workflow, version 2').waitFor()
  await node(page, 'inner').getByText('v2').waitFor()
  expect(
    await inspector(page)
      .getByRole('button', { name: /^Use version/ })
      .count(),
  ).toBe(0)
  await page.getByRole('button', { name: /^Save/ }).click()
  await page.getByText('Saved as version 2').waitFor()
  const address = page.url()
  await page.goto('/workflows/explorer')
  await page.getByRole('button', { name: 'More for Daily means' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByRole('dialog').getByText('Used as a step in “Stations”').waitFor()
  await page.getByRole('button', { name: 'Delete workflow' }).click()
  await page.getByText('Workflow deleted').waitFor()
  allowConsoleErrors(/404 \(Not Found\)/)
  await page.goto(address)

  await page.getByRole('status').getByText('The workflow that it runs was deleted. Choose another one.').waitFor()
  await page.getByRole('button', { name: 'Go there' }).click()
  await inspector(page).getByRole('list', { name: 'Problems in this step' }).waitFor()
})

it('tries a workflow as a step, and names what ran in it on which file', {
  tags: 'long',
  timeout: 180_000,
}, async () => {
  const page = await asNewUser()
  for (const name of ['rhine.csv', 'mosel.csv'])
    await upload(page, name, 'text/csv', 'time,level\n2024-05-01T00:00:00Z,1\n2024-05-01T12:00:00Z,3\n')
  await openOuter(page, await uploadInner(page, 1))
  await node(page, 'inner').click()
  await inspector(page).getByRole('button', { name: 'Choose data', exact: true }).click()
  await inspector(page).getByRole('button', { name: 'Choose work data for readings in the trial run' }).click()
  await page.getByRole('button', { name: /^rhine\.csv/ }).click()
  await inspector(page).getByText('rhine.csv', { exact: true }).waitFor()

  await inspector(page).getByRole('button', { name: 'Try it' }).click()

  const result = inspector(page).getByRole('region', { name: 'Trial result' })
  await result
    .getByRole('status')
    .getByText(/^Completed/)
    .waitFor({ timeout: 60_000 })

  await page.getByRole('button', { name: /^Start workflow/ }).click()
  const sheet = page.getByRole('dialog', { name: /^Start / })
  await sheet.getByRole('button', { name: 'Choose work data for' }).click()
  for (const name of [/^rhine\.csv/, /^mosel\.csv/]) await page.getByRole('button', { name }).click()
  await page.keyboard.press('Escape')
  await sheet.getByRole('button', { name: /^Start workflow/ }).click()
  await page.getByRole('region', { name: 'Execution' }).getByText('1 of 1 step done').waitFor({ timeout: 60_000 })
  await page.goto('/workflows/executions')
  await page
    .getByRole('table', { name: 'Executions' })
    .getByRole('link', { name: /Stations/ })
    .first()
    .click()

  const report = page.getByRole('article')
  await report
    .getByRole('row', { name: /^readings rhine\.csv/ })
    .first()
    .waitFor()
  const tables = report.getByRole('row', { name: 'tables rhine.csv, mosel.csv' })
  await expect.poll(() => tables.getByRole('link').count()).toBe(2)
  await report.getByText('What ran in “Daily means”').first().waitFor()
  await expect.poll(() => report.getByText('aggregate_table').count()).toBe(2)
  await expectAccessible(page)
})
