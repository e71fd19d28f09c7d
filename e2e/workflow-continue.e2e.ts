import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { asNewUser, expectAccessible } from './browser.ts'
import { uploadAs } from './files.ts'

const DEFINITION = 'application/vnd.pinexq.workflow.definition+json'

/** Cleans gauge readings, selects rows with a query, and plots them. */
const chain = (workData: string, sql: string) => ({
  version: 1,
  title: 'Gauge chain',
  variables: { title: { type: 'string', title: 'Title of the plot', default: 'Levels' } },
  nodes: [
    { id: 'clean', title: 'Clean readings', step: { function: 'clean_table' }, inputs: { table: [{ workData }] } },
    {
      id: 'select',
      title: 'Select rows',
      step: { function: 'query_table' },
      parameters: { sql: { value: sql } },
      inputs: { tables: [{ node: 'clean', slot: 'cleaned' }] },
    },
    {
      id: 'profile',
      title: 'Profile rows',
      step: { function: 'profile_table' },
      inputs: { table: [{ node: 'select', slot: 'result' }] },
    },
  ],
})

async function startChain(page: Page, sql: string): Promise<void> {
  const workData = await uploadAs(page, 'gauges.csv')
  await uploadAs(page, 'Gauge chain.workflow.json', JSON.stringify(chain(workData, sql)), DEFINITION)
  await page.goto('/workflows/explorer')
  await page.getByRole('button', { name: 'Start Gauge chain' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Start workflow' }).click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.goto('/workflows/executions')
  await page
    .getByRole('table', { name: 'Executions' })
    .getByRole('link', { name: /Gauge chain/ })
    .click()
}

const decisions = (page: Page, group: string) =>
  page.getByRole('dialog').getByRole('list', { name: group, exact: true }).getByRole('listitem')

describe('an execution that failed', () => {
  it('continues with a changed parameter, and says what is reused', async () => {
    const page = await asNewUser()
    await startChain(page, 'select no_such_column from input')
    await page.getByRole('status').getByText('Failed').waitFor()

    await page.getByRole('button', { name: 'Fix and continue' }).click()
    const sheet = page.getByRole('dialog')
    await expect
      .poll(() => decisions(page, 'Reused').allTextContents())
      .toEqual(['Clean readingsSame step version, parameters and inputs as in “Gauge chain”.'])
    expect(await decisions(page, 'Runs again').allTextContents()).toEqual([
      'Select rowsIt failed.',
      'Profile rowsIt has not run before.',
    ])
    await expectAccessible(page)
    await sheet.getByRole('textbox', { name: /query/i }).fill('select * from input limit 50')
    await sheet.getByText('2 nodes run again; 1 is reused.').waitFor()
    await sheet.getByRole('button', { name: /^Start/ }).click()

    await sheet.waitFor({ state: 'detached' })
    await page.getByRole('status').getByText('Completed').waitFor()
    await page.getByRole('list', { name: 'Nodes' }).getByRole('button', { name: 'Clean readings' }).click()
    await page.getByRole('complementary').getByRole('link', { name: 'From an earlier execution' }).waitFor()
    await expectAccessible(page)
  })

  it('continues by keyboard, on a phone, too', async () => {
    const page = await asNewUser()
    await startChain(page, 'select * from input limit 40')
    await page.getByRole('status').getByText('Completed').waitFor()

    await page.getByRole('button', { name: 'Run again…' }).first().waitFor()
    await page.keyboard.press('r')
    const sheet = page.getByRole('dialog')
    await sheet.getByText('0 nodes run again; 3 are reused.').waitFor()
    await sheet.getByRole('checkbox', { name: 'Reuse finished results' }).focus()
    await page.keyboard.press('Space')
    await sheet.getByText('3 nodes run again; 0 are reused.').waitFor()
    await page.keyboard.press('Space')
    await sheet.getByText('0 nodes run again; 3 are reused.').waitFor()
    await page.setViewportSize({ width: 390, height: 844 })
    await expectAccessible(page)
    await page.keyboard.press('ControlOrMeta+Enter')

    await sheet.waitFor({ state: 'detached' })
    await page.getByRole('status').getByText('Completed').waitFor()
  })
})
