import { MEDIA } from '@millrace/contracts/media-types'
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { asNewUser, expectAccessible } from './browser.ts'

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

async function upload(page: Page, name: string, mimeType: string, text: string): Promise<void> {
  const origin = new URL(page.url()).origin
  const file = { name, mimeType, buffer: Buffer.from(text) }
  const reply = await page.request.post('/api/WorkData/UploadWorkData', { headers: { origin }, multipart: { file } })
  expect(reply.status(), await reply.text()).toBe(201)
}

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
