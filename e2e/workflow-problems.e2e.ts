import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { emptyCanvas } from '../apps/web/src/features/workflows/editor/texts.ts'
import { asNewUser } from './browser.ts'
import { uploadAs } from './files.ts'

const DEFINITION = 'application/vnd.pinexq.workflow.definition+json'

const node = (page: Page, id: string) => page.locator(`.react-flow__node[data-id="${id}"]`)
const palette = (page: Page) => page.getByRole('combobox', { name: 'Search steps' })
const inspector = (page: Page) => page.getByRole('complementary', { name: 'Details' })

async function newWorkflow(page: Page): Promise<void> {
  await page.goto('/workflows/configurator')
  await page.getByRole('option', { name: /Split by column/ }).waitFor()
}

describe('the configurator', () => {
  it('leads from a problem to the field that it names, and types there', async () => {
    const page = await asNewUser()
    await newWorkflow(page)
    await page.keyboard.press('/')
    await page.keyboard.type('input data')
    await page.keyboard.press('Enter')
    await node(page, 'variable-data').waitFor()
    await expect.poll(() => page.getByText(emptyCanvas).count()).toBe(0)
    await page.keyboard.press('/')
    await page.keyboard.type('split by column')
    await page.keyboard.press('Enter')
    await node(page, 'split_by_column').waitFor()
    await page.getByRole('status').getByText('The parameter “column” is missing.').waitFor()
    await page.setViewportSize({ width: 1100, height: 700 })

    await page.getByRole('button', { name: 'Go there' }).click()

    const field = inspector(page).getByRole('textbox', { name: 'Split by' })
    await field.and(page.locator(':focus')).waitFor()
    await page.keyboard.type('station')
    expect(await field.inputValue()).toBe('station')
    await page.keyboard.press('Tab')
    await page.getByRole('status').getByText('No problems').waitFor()

    await inspector(page)
      .getByRole('button', { name: /^Remove .* from table$/ })
      .click()
    await page.getByRole('status').getByText('The input “table” is missing.').waitFor()
    await page.getByRole('button', { name: 'Go there' }).click()
    await inspector(page).getByRole('button', { name: 'Add data to table' }).and(page.locator(':focus')).waitFor()
    await page.keyboard.press('a')
    expect(await palette(page).and(page.locator(':focus')).count()).toBe(0)
  })

  it('leads to the node if none of its fields has the problem', { tags: 'long' }, async () => {
    const page = await asNewUser()
    const cleans = (id: string, other: string) => ({
      id,
      step: { function: 'clean_table' },
      inputs: { table: [{ node: other, slot: 'cleaned' }] },
    })
    const definition = { version: 1, title: 'Circle', nodes: [cleans('one', 'other'), cleans('other', 'one')] }
    const address = await uploadAs(page, 'Circle.workflow.json', JSON.stringify(definition), DEFINITION)
    const link = Buffer.from(new URL(address).pathname).toString('base64url')
    await page.goto(`/workflows/configurator?workflowLink=${link}`)
    await node(page, 'one').waitFor()

    await page.getByRole('button', { name: 'Go there' }).click()

    await node(page, 'one').and(page.locator(':focus')).waitFor()
  })

  it('does not connect plain text to a slot for tables automatically', { tags: 'long' }, async () => {
    const page = await asNewUser()
    await newWorkflow(page)
    await palette(page).fill('profile table')
    await page.keyboard.press('Enter')
    await node(page, 'profile_table').waitFor()
    await palette(page).fill('query tables')
    await page.keyboard.press('Enter')
    await node(page, 'query_table').waitFor()

    await inspector(page).getByText('Profile table › profile').waitFor()
    expect(await inspector(page).getByText('Profile table › summary').count()).toBe(0)
  })
})
