import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { expectAccessible, openPage } from './browser.ts'
import { gaugeCsv } from './gauge-csv.ts'
import { JOB_STARTED } from './start-query.ts'

const MOST_STOPS = 80

/** Returns the accessible name of the focused element, or its text. */
async function focused(page: Page): Promise<string> {
  const named = page.locator(':focus')
  if ((await named.count()) === 0) return ''
  return (await named.getAttribute('aria-label')) ?? (await named.textContent()) ?? ''
}

/** Presses Tab until the element has the focus. Fails if a button on the way shows no visible focus. */
async function tabTo(page: Page, name: RegExp): Promise<void> {
  for (let stop = 0; stop < MOST_STOPS; stop++) {
    await page.keyboard.press('Tab')
    const outline = await page.evaluate<string | undefined>(
      `document.activeElement?.matches('button, a') ? getComputedStyle(document.activeElement).outlineStyle : undefined`,
    )
    if (outline !== undefined) expect(outline, `focus on ${await focused(page)}`).not.toBe('none')
    if (name.test(await focused(page))) return
  }
  throw new Error(`Tab does not lead to ${name}.`)
}

describe('without a mouse', () => {
  it('a user signs up, uploads a file, starts and watches a job, and reads its result', async () => {
    const page = await openPage('/sign-up', { reducedMotion: 'reduce' })
    await page.getByLabel('Name').and(page.locator(':focus')).waitFor()
    await page.keyboard.type('Kay Board')
    await page.keyboard.press('Tab')
    await page.keyboard.type(`${randomUUID()}@example.org`)
    await page.keyboard.press('Tab')
    await page.keyboard.type('still water runs deep')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/dashboard')
    await page.getByRole('link', { name: 'Dashboard', exact: true }).waitFor()

    await page.keyboard.press('Tab')
    expect(await focused(page)).toBe('Skip to content')
    await page.keyboard.press('Enter')
    await page.getByRole('main').and(page.locator(':focus')).waitFor()

    await page.keyboard.press('u')
    await page.getByRole('heading', { level: 1, name: 'Upload' }).waitFor()
    await page.getByRole('main').and(page.locator(':focus')).waitFor()
    // Registered early, because the browser opens its own file chooser until a listener is registered.
    const chooser = page.waitForEvent('filechooser')
    await tabTo(page, /^Choose files$/)
    await page.getByRole('button', { name: 'Choose files', exact: true }).and(page.locator(':focus')).waitFor()
    await page.keyboard.press('Enter')
    await (await chooser).setFiles([{ name: 'keys.csv', mimeType: 'text/csv', buffer: Buffer.from(gaugeCsv(50)) }])
    await page.getByText(/^Done/).waitFor()
    await tabTo(page, /^Start job with keys\.csv$/)
    await page.keyboard.press('Enter')
    const panel = page.getByRole('dialog', { name: 'Start a job' })
    await panel.waitFor()

    await page.keyboard.press('Escape')
    await expect.poll(() => focused(page)).toBe('Start job with keys.csv')
    await page.keyboard.press('Enter')
    await panel.waitFor()
    await panel.getByRole('searchbox', { name: 'Search steps' }).and(page.locator(':focus')).waitFor()
    await panel.getByRole('button', { name: /Query tables/ }).waitFor()
    await tabTo(page, /Query tables/)
    await page.keyboard.press('Enter')
    await panel.getByRole('textbox', { name: 'Query' }).waitFor()
    await panel
      .getByRole('button', { name: /^Start job/ })
      .and(page.locator(':not([aria-disabled])'))
      .waitFor()
    await page.keyboard.press('Control+Enter')
    await page.getByText(JOB_STARTED).first().waitFor()
    await panel.waitFor({ state: 'detached' })
    await expect.poll(() => focused(page)).toBe('Start job with keys.csv')

    await page.keyboard.press('g')
    await page.keyboard.press('j')
    await page.getByRole('heading', { level: 1, name: 'Jobs' }).waitFor()
    await page.getByRole('link', { name: 'Query tables, keys' }).waitFor()
    await page.keyboard.press('j')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: 'Query tables, keys' }).waitFor()
    await page.getByRole('status').filter({ hasText: 'Completed' }).first().waitFor()
    await tabTo(page, /keys.*\.parquet/)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: /\.parquet$/ }).waitFor()
    await page.getByText('50 rows × 4 columns').waitFor()
    await expectAccessible(page)
    const moving = await page.evaluate<number>(
      `document.getAnimations().filter((one) => one.playState === 'running' && one.effect?.getTiming().iterations === Infinity).length`,
    )
    expect(moving).toBe(0)
  })
})
