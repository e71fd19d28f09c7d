import type { Locator, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { expectAccessible, openAsNewUser } from './browser.ts'
import { uploadAs } from './files.ts'
import { startQuery } from './start-query.ts'

async function onDashboard(page: Page): Promise<Locator> {
  await page.getByRole('link', { name: 'Dashboard', exact: true }).click()
  const section = page.getByRole('region', { name: 'Needs you' })
  await section.waitFor()
  return section
}

/** Starts a query that fails, under a unique name. */
const fails = (page: Page, name: string) => startQuery(page, 'select no_such_column from input', name)

describe('jobs that need attention', () => {
  it('are resolved by running them again or hiding them, on the dashboard and in the list', async () => {
    const page = await openAsNewUser()
    await uploadAs(page, 'cochem.csv')
    await fails(page, 'Mean level')
    await fails(page, 'Highest level')
    const needs = await onDashboard(page)
    await needs.getByRole('link', { name: 'Mean level' }).waitFor()
    await needs.getByRole('link', { name: 'Highest level' }).waitFor()
    await expectAccessible(page)

    await needs
      .getByRole('listitem')
      .filter({ hasText: 'Mean level' })
      .getByRole('button', { name: /^Fix and run/ })
      .click()
    const panel = page.getByRole('dialog')
    await panel.getByRole('textbox', { name: 'Query' }).fill('select station from input')
    await panel.getByLabel('Job name').fill('Mean level, mended')
    await panel.getByRole('button', { name: /^Start job/ }).click()
    await page.getByText('Job started').first().waitFor()

    await expect.poll(() => needs.getByRole('link').allTextContents()).toEqual(['Highest level'])
    await needs.getByRole('button', { name: 'Hide Highest level' }).click()
    await needs.getByText('You’re all caught up.').waitFor()
    await page.getByText('Job hidden').waitFor()
    await page.getByRole('button', { name: 'Undo' }).click()
    await needs.getByRole('link', { name: 'Highest level' }).waitFor()
    await page.getByRole('link', { name: 'Jobs', exact: true }).click()
    await page.getByRole('heading', { level: 1, name: 'Jobs' }).waitFor()
    await page.getByRole('group', { name: 'Show jobs' }).getByText('Needs you').click()
    await page.getByRole('link', { name: 'Highest level' }).waitFor()
    await expect.poll(() => page.getByRole('link', { name: 'Mean level' }).count()).toBe(0)
  })
})
