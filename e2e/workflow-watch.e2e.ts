import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { asNewUser, expectAccessible } from './browser.ts'
import { uploadAs } from './files.ts'

const node = (page: Page, id: string) => page.locator(`.react-flow__node[data-id="${id}"]`)
const palette = (page: Page) => page.getByRole('combobox', { name: 'Search steps' })
const inspector = (page: Page) => page.getByRole('complementary', { name: 'Details' })

async function addStep(page: Page, name: string, id: string): Promise<void> {
  await palette(page).fill(name)
  const option = page.getByRole('option', { name: new RegExp(name, 'i') })
  await option.first().waitFor()
  await page.keyboard.press('Enter')
  await node(page, id).waitFor()
}

describe('running from the configurator', () => {
  it('tests one step on real data and offers its result to the next one', async () => {
    const page = await asNewUser()
    await uploadAs(page, 'gauges.csv')
    await page.goto('/workflows/configurator')
    await addStep(page, 'clean table', 'clean_table')
    await inspector(page).getByRole('button', { name: 'Choose data', exact: true }).click()
    const run = inspector(page).getByRole('button', { name: 'Try it' })
    await run.and(page.locator('[aria-disabled]')).waitFor()
    await inspector(page).getByRole('button', { name: 'Choose work data for table in the trial run' }).click()
    await page.getByRole('button', { name: /gauges\.csv/ }).click()
    await inspector(page).getByText('gauges.csv', { exact: true }).waitFor()
    await run.click()

    const result = inspector(page).getByRole('region', { name: 'Trial result' })
    await result
      .getByRole('status')
      .getByText(/^Completed/)
      .waitFor()
    await result.getByRole('region', { name: 'Preview' }).waitFor()
    await expectAccessible(page)

    await addStep(page, 'profile table', 'profile_table')
    await inspector(page).getByRole('button', { name: 'Choose data', exact: true }).click()
    await inspector(page)
      .getByText(/gauges.*clean/)
      .first()
      .waitFor()
    await run.click()
    await result
      .getByRole('status')
      .getByText(/^Completed/)
      .waitFor()
    await result.getByRole('link', { name: 'Open job' }).click()
  })

  it('runs an unsaved workflow and shows its states on the canvas, with the keyboard', { tags: 'long' }, async () => {
    const page = await asNewUser()
    await uploadAs(page, 'gauges.csv')
    await page.goto('/workflows/configurator')
    await addStep(page, 'input data', 'variable-data')
    await addStep(page, 'profile table', 'profile_table')
    await page.getByRole('status').getByText('No problems').waitFor()

    await page.getByRole('button', { name: /^Start workflow/ }).waitFor()
    await page.keyboard.press('Control+Enter')
    const panel = page.getByRole('dialog', { name: 'Start New workflow' })
    await panel.getByRole('button', { name: 'Choose work data for' }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: /gauges\.csv/ }).focus()
    await page.keyboard.press('Enter')
    await panel.getByText('gauges.csv').waitFor()
    await page.keyboard.press('Control+Enter')

    const bar = page.getByRole('region', { name: 'Execution' })
    await bar.getByText(/1 of 1 step done/).waitFor()
    await node(page, 'profile_table').locator('[data-state="Completed"]').waitFor()
    await node(page, 'profile_table').click()
    await inspector(page).getByRole('region', { name: 'Preview' }).waitFor()
    expect(await palette(page).isVisible()).toBe(false)
    await page.keyboard.press('Delete')
    await expect.poll(() => page.locator('.react-flow__node').count()).toBe(2)
    await expectAccessible(page)

    expect(await page.getByRole('button', { name: 'Tidy up' }).count()).toBe(0)
    await bar.getByRole('button', { name: 'Back to editing' }).focus()
    await page.keyboard.press('Enter')
    await palette(page).waitFor()
    expect(await node(page, 'profile_table').locator('[data-state]').count()).toBe(0)
  })

  it('fixes a step after a run has failed, and continues that run', { tags: 'long' }, async () => {
    const page = await asNewUser()
    const workData = await uploadAs(page, 'gauges.csv')
    const definition = {
      version: 1,
      title: 'Mended',
      nodes: [
        { id: 'clean', step: { function: 'clean_table' }, inputs: { table: [{ workData }] } },
        {
          id: 'select',
          step: { function: 'query_table' },
          parameters: { sql: { value: 'select nope from input' } },
          inputs: { tables: [{ node: 'clean', slot: 'cleaned' }] },
        },
      ],
    }
    const type = 'application/vnd.pinexq.workflow.definition+json'
    const href = await uploadAs(page, 'mended.workflow.json', JSON.stringify(definition), type)
    const link = Buffer.from(new URL(href, page.url()).pathname).toString('base64url')
    await page.goto(`/workflows/configurator?workflowLink=${link}`)
    await page.getByRole('button', { name: /^Start workflow/ }).click()
    const sheet = page.getByRole('dialog')
    await sheet.getByRole('button', { name: /^Start workflow/ }).click()
    const bar = page.getByRole('region', { name: 'Execution' })
    await bar.getByText(/1 failed/).waitFor()

    await bar.getByRole('button', { name: 'Fix and continue' }).click()
    await page.getByRole('status').getByText('Continues Mended').waitFor()
    await node(page, 'select').and(page.locator('.selected')).waitFor()
    await inspector(page).getByRole('textbox', { name: /query/i }).fill('select * from input limit 3')
    await expectAccessible(page)
    await page.getByRole('button', { name: /^Continue execution/ }).click()
    await sheet.getByText('1 step runs again; 1 is reused.').waitFor()
    await sheet.getByRole('button', { name: /^Start/ }).click()

    await bar.getByText(/2 of 2 steps done/).waitFor()
    await bar.getByRole('button', { name: 'Back to editing' }).click()
    await page.getByRole('button', { name: /^Start workflow/ }).waitFor()
  })
})
