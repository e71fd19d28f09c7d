import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { youreAllCaughtUp } from '../apps/web/src/features/dashboard/texts.ts'
import { asNewUser, expectAccessible } from './browser.ts'
import { uploadAs } from './files.ts'
import { openJob, startQuery } from './start-query.ts'

/** Runs a query with a misspelled column name, and opens the page of the failed job. */
async function failedQuery(page: Page): Promise<void> {
  await uploadAs(page, 'cochem.csv')
  await openJob(page, await startQuery(page, 'select station,\n  levl_cm\nfrom input'))
  await page.getByRole('heading', { name: 'Column levl_cm not found.' }).waitFor()
}

describe('the page of a failed job', () => {
  it('shows the cause, underlines the wrong part, and starts the corrected copy with two presses', async () => {
    const page = await asNewUser()
    await failedQuery(page)
    const main = page.getByRole('main')
    const failed = page.url()

    expect(await main.locator('mark').first().textContent()).toBe('levl_cm')
    await main.getByRole('log').getByText('Column `levl_cm` not found.').waitFor()
    await expectAccessible(page)
    await main.getByRole('group', { name: 'Replace with' }).getByRole('button', { name: 'level_cm' }).click()
    await expect
      .poll(() => main.getByRole('textbox', { name: 'Query' }).inputValue())
      .toBe('select station,\n  level_cm\nfrom input')
    await main.getByRole('button', { name: 'Fix and run again' }).click()

    await page.waitForURL((url) => url.href !== failed)
    await main.getByText('Completed').first().waitFor()
    await page.getByRole('link', { name: 'Dashboard', exact: true }).click()
    await page.getByText(youreAllCaughtUp).waitFor()
  })

  it('is corrected with the keyboard alone, even on a phone', { tags: 'long' }, async () => {
    const page = await asNewUser()
    await failedQuery(page)
    await page.setViewportSize({ width: 390, height: 844 })
    await expect.poll(() => page.evaluate('document.documentElement.scrollWidth')).toBe(390)
    await expectAccessible(page)
    const failed = page.url()

    const suggestion = page.getByRole('group', { name: 'Replace with' }).getByRole('button', { name: 'level_cm' })
    await suggestion.focus()
    await suggestion.press('Enter')
    await page.getByRole('textbox', { name: 'Query' }).focus()
    await page.keyboard.press('Control+Enter')

    await page.waitForURL((url) => url.href !== failed)
    await page.getByText('Completed').first().waitFor()
  })

  it('is corrected from the foot of a phone', { tags: 'long' }, async () => {
    const page = await asNewUser({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })
    await failedQuery(page)
    const failed = page.url()
    await page.getByRole('group', { name: 'Replace with' }).getByRole('button', { name: 'level_cm' }).tap()
    const fix = page.getByRole('button', { name: 'Fix and run again' })

    await expect.poll(() => fix.count()).toBe(1)
    await fix.tap()

    await page.waitForURL((url) => url.href !== failed)
    await page.getByText('Completed').first().waitFor()
  })

  it('starts one job after a double click at the foot of a phone', { tags: 'long' }, async () => {
    const page = await asNewUser()
    await failedQuery(page)
    await page.setViewportSize({ width: 390, height: 844 })
    const failed = page.url()
    await page.getByRole('group', { name: 'Replace with' }).getByRole('button', { name: 'level_cm' }).click()

    await page.getByRole('button', { name: 'Fix and run again' }).dblclick()

    await page.waitForURL((url) => url.href !== failed)
    await page.getByText('Completed').first().waitFor()
    await page.reload()
    const runs = page.getByRole('button', { name: /^Run \d of \d/ })
    await runs.waitFor()
    expect(await runs.textContent()).toContain('Run 2 of 2')
  })
})
