import { describe, it } from 'vitest'
import { asNewUser, expectAccessible } from './browser.ts'
import { uploadAs } from './files.ts'

describe('starting a workflow', () => {
  it('asks for its variables, runs the sample on its data, and leads to the running job', async () => {
    const page = await asNewUser()
    await page.goto('/workflows/explorer')
    await page.getByRole('button', { name: 'Open the sample' }).click()
    await page.getByRole('heading', { level: 1, name: 'Clean and plot gauge readings' }).waitFor()
    await page.getByRole('status').getByText('No problems').waitFor()
    await page.goto('/workflows/explorer')

    await page.getByRole('button', { name: 'Start Clean and plot gauge readings' }).click()
    const panel = page.getByRole('dialog', { name: 'Start Clean and plot gauge readings' })
    await panel.getByText('river_gauges_sample.csv').waitFor()
    await panel.getByText('hour', { exact: false }).first().click()
    await expectAccessible(page)
    await panel.getByRole('button', { name: /^Start workflow/ }).click()
    await page.getByText('Workflow started').waitFor()
    await page.getByRole('button', { name: 'Open' }).click()

    await page.getByRole('heading', { level: 1, name: 'Clean and plot gauge readings' }).waitFor()
    await page.getByRole('status').filter({ hasText: 'Completed' }).first().waitFor({ timeout: 60_000 })
  })

  it('starts from the configurator with the keyboard, once the workflow is saved', { tags: 'long' }, async () => {
    const page = await asNewUser()
    await uploadAs(page, 'gauges.csv')
    await page.goto('/workflows/configurator')
    await page
      .getByRole('option', { name: /Profile table/ })
      .first()
      .waitFor()
    await page.keyboard.press('/')
    await page.keyboard.type('input data')
    await page.keyboard.press('Enter')
    await page.locator('.react-flow__node[data-id="variable-data"]').waitFor()
    await page.getByRole('combobox', { name: 'Search steps' }).fill('profile table')
    await page.getByText('Fits after data').waitFor()
    await page.keyboard.press('Enter')
    await page.getByRole('status').getByText('No problems').waitFor()
    await page.keyboard.press('Control+s')
    await page.getByText('Saved as version 1').waitFor()

    await page.keyboard.press('Control+Enter')
    const panel = page.getByRole('dialog', { name: 'Start New workflow' })
    await panel.getByRole('button', { name: 'Choose work data for' }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: /gauges\.csv/ }).focus()
    await page.keyboard.press('Enter')
    await panel.getByText('gauges.csv').waitFor()
    await page.keyboard.press('Control+Enter')
    await page.getByRole('region', { name: 'Execution' }).getByText('1 of 1 step done').waitFor()
  })
})
