import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { asNewUser, expectAccessible } from './browser.ts'
import { uploadAs } from './files.ts'
import { startWorkflow } from './started-workflow.ts'

const list = (page: Page) => page.getByRole('table', { name: 'Executions' })
const bar = (page: Page) => page.getByRole('region', { name: 'Selection' })

/** Runs executions of two workflows to completion and opens the list of executions. */
async function twoExecutions(): Promise<Page> {
  const page = await asNewUser()
  const workData = await uploadAs(page, 'cochem.csv', 'station,level\nkoeln,301\nbonn,250\n')
  for (const [title, sql] of [
    ['First', 'select * from input'],
    ['Second', 'select station from input'],
  ]) {
    const node = {
      id: 'select',
      step: { function: 'query_table' },
      parameters: { sql: { value: sql } },
      inputs: { tables: [{ workData }] },
    }
    await startWorkflow(page, { version: 1, title, nodes: [node] } as { title: string })
    await page.getByRole('status').getByText('Completed').waitFor()
  }
  await page.goto('/workflows/executions')
  await expect.poll(() => list(page).getByText('Completed').count()).toBe(2)
  return page
}

describe('the list of executions', () => {
  it('tags, hides, shows and deletes the selected ones, with the mouse or the keyboard', { tags: 'long' }, async () => {
    const page = await twoExecutions()
    await page.keyboard.press('j')
    await page.keyboard.press('x')
    await page.keyboard.press('j')
    await page.keyboard.press('x')
    await bar(page).getByText('2 selected').waitFor()
    await expectAccessible(page)

    await bar(page).getByRole('button', { name: 'Tags' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add tags to 2 executions' })
    await dialog.getByLabel('Tags').fill('rhine')
    await dialog.getByRole('button', { name: 'Add tags' }).click()
    await expect.poll(() => list(page).getByText('rhine').count()).toBe(2)
    await bar(page).waitFor({ state: 'detached' })

    await page.getByRole('checkbox', { name: 'Select all executions on this page' }).check()
    await bar(page).getByRole('button', { name: 'Hide' }).click()
    await page.getByText('2 executions hidden').waitFor()
    await list(page).waitFor({ state: 'detached' })
    await page.goto('/workflows/executions?ShowHidden=true')
    await page.getByText('Hidden executions are').waitFor()
    await page.getByRole('checkbox', { name: 'Select all executions on this page' }).check()
    await bar(page).getByRole('button', { name: 'Unhide' }).click()
    await page.getByText('2 executions unhidden').waitFor()

    await page.goto('/workflows/executions')
    await page.getByRole('checkbox', { name: /^Select .*First/ }).check()
    await bar(page).getByRole('button', { name: 'Delete' }).click()
    const question = page.getByRole('alertdialog').or(page.getByRole('dialog'))
    await question.getByText('Delete 1 execution?').waitFor()
    await question.getByRole('button', { name: 'Delete 1 execution' }).click()
    await page.getByText('1 execution deleted').waitFor()
    await list(page).getByRole('link', { name: /First/ }).waitFor({ state: 'detached' })
    await list(page)
      .getByRole('link', { name: /Second/ })
      .waitFor()
  })

  it('shows the current execution beside the list on Space, and runs it again', { tags: 'long' }, async () => {
    const page = await twoExecutions()
    await page.keyboard.press('j')
    await page.keyboard.press(' ')
    const peek = page.getByRole('complementary', { name: /^Peek at .*Second/ })
    await peek.waitFor()
    await expectAccessible(page)
    await page.keyboard.press('j')
    await page
      .getByRole('complementary', { name: /^Peek at .*First/ })
      .getByRole('link', { name: 'First', exact: true })
      .click()
    await page.getByRole('tab', { name: 'Report' }).waitFor()
    await page.goto('/workflows/executions')
    await page.getByRole('checkbox', { name: /^Select .*First/ }).check()
    await bar(page).getByRole('button', { name: 'Run again' }).click()
    await page.getByText('1 execution started again').waitFor()
    await expect.poll(() => list(page).getByRole('link', { name: /First/ }).count()).toBe(2)
  })

  it('compares two of them: outputs, steps, inputs and definition; an execution is compared with the previous run', async () => {
    const page = await twoExecutions()
    for (const title of ['First', 'Second']) await page.getByRole('checkbox', { name: `Select ${title}` }).check()
    await bar(page).getByRole('link', { name: 'Compare' }).click()
    await page.getByRole('heading', { level: 1, name: 'Compare executions' }).waitFor()
    const outputs = page.getByRole('table', { name: 'Outputs compared' })
    await outputs
      .getByRole('row', { name: /Different/ })
      .first()
      .waitFor()
    await expectAccessible(page)

    await page.getByRole('tab', { name: 'Steps 1' }).click()
    const steps = page.getByRole('table', { name: 'Steps of both executions' })
    await steps.getByRole('row', { name: /version/ }).waitFor()
    await page.getByRole('switch', { name: 'Only differences' }).check()
    await expect.poll(() => steps.getByRole('row').count()).toBe(2)
    await steps.getByRole('row', { name: /sql differs select \* from input select station from input/ }).waitFor()
    await expectAccessible(page)
    await page.getByRole('tab', { name: 'Inputs' }).click()
    await page.getByText('The workflow has no variables.').waitFor()
    await page.getByRole('tab', { name: 'Definition' }).click()
    await page
      .getByRole('list', { name: 'Changes' })
      .getByText(/Step select, parameters › sql changed/)
      .waitFor()
    await page.getByRole('button', { name: 'Swap' }).click()
    const sides = page.getByRole('list', { name: 'Compared jobs' }).getByRole('link')
    await expect.poll(() => sides.allTextContents()).toEqual(['Second', 'First'])

    await sides.first().click()
    await page.getByRole('button', { name: 'Verify results' }).click()
    await page.getByRole('heading', { level: 1, name: 'Verify Second' }).waitFor()
    await page.getByRole('status').getByText('Completed').waitFor()
    await page.getByRole('link', { name: 'Compare with the previous run' }).click()
    await page.getByText(/^No differences in/).waitFor()
  })
})
