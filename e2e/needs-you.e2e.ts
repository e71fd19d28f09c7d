import type { Locator, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { youreAllCaughtUp } from '../apps/web/src/features/dashboard/texts.ts'
import { asNewUser, expectAccessible } from './browser.ts'
import { uploadAs } from './files.ts'
import { JOB_STARTED, startQuery } from './start-query.ts'

async function onDashboard(page: Page): Promise<Locator> {
  await page.goto('/dashboard')
  const section = page.getByRole('region', { name: 'Needs you' })
  await section.waitFor()
  return section
}

/** Starts a query that fails because of a missing column. By default, each job names a different column. */
const fails = (page: Page, name: string, column = `no_such_${name.split(' ')[0]}`) =>
  startQuery(page, `select ${column} from input`, name)

describe('jobs that need attention', () => {
  it('are resolved by running them again or hiding them, on the dashboard and in the list', async () => {
    const page = await asNewUser()
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
    await page.getByText(JOB_STARTED).first().waitFor()

    await expect.poll(() => needs.getByRole('link').allTextContents()).toEqual(['Highest level'])
    await needs.getByRole('button', { name: 'Hide Highest level' }).click()
    await needs.getByText(youreAllCaughtUp).waitFor()
    await page.getByText('Job hidden').waitFor()
    await page.getByRole('button', { name: 'Undo' }).click()
    await needs.getByRole('link', { name: 'Highest level' }).waitFor()
    await page.getByRole('link', { name: 'Jobs', exact: true }).click()
    await page.getByRole('heading', { level: 1, name: 'Jobs' }).waitFor()
    await page.getByRole('group', { name: 'Show jobs' }).getByText('Needs you').click()
    await page.getByRole('link', { name: 'Highest level' }).waitFor()
    await expect.poll(() => page.getByRole('link', { name: 'Mean level' }).count()).toBe(0)
  })

  it('are one row per cause, which is hidden, opened or fixed as a whole', async () => {
    const page = await asNewUser()
    await uploadAs(page, 'cochem.csv')
    for (const name of ['First', 'Second', 'Third']) await fails(page, name, 'levl_cm')
    const needs = await onDashboard(page)
    const sentence = '3 jobs of Query tables failed: Column levl_cm not found.'
    await needs.getByRole('link', { name: sentence }).waitFor()
    await expect.poll(() => needs.getByRole('listitem').count()).toBe(1)
    await expectAccessible(page)

    await needs.getByRole('button', { name: 'Hide all' }).press('Enter')
    await needs.getByText(youreAllCaughtUp).waitFor()
    await page.getByText('3 jobs hidden').waitFor()
    await page.getByRole('button', { name: 'Undo' }).click()
    await needs.getByRole('link', { name: sentence }).waitFor()
    await page.goto('/jobs?tab=needs-you')
    await expectAccessible(page)
    await page.getByRole('link', { name: sentence }).click()
    for (const name of ['First', 'Second', 'Third']) await page.getByRole('link', { name }).waitFor()

    await page.goto('/dashboard')
    await needs.getByRole('link', { name: 'Fix and run all again' }).click()
    await page.getByRole('group', { name: 'Replace with' }).getByRole('button', { name: 'level_cm' }).click()
    await page.getByRole('button', { name: 'Fix and run all 3 again' }).click()

    await page.getByText('3 jobs started again').waitFor()
    await page.getByRole('link', { name: 'Dashboard', exact: true }).click()
    await page.getByText(youreAllCaughtUp).waitFor()
  })
})
