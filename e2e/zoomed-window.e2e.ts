import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { asNewUser, openAsNewUser, openPage, untilLoaded } from './browser.ts'
import { uploadAs } from './files.ts'
import { LISTS } from './screens.ts'

/** A window of 1280 × 1024 pixels at 400 %. */
const ZOOMED = { viewport: { width: 320, height: 256 } }

const topOf = async (page: Page, role: 'banner' | 'navigation', name?: string) =>
  (await page.getByRole(role, name === undefined ? {} : { name, exact: true }).boundingBox())?.y

/** Script that finds controls that are covered after they have been scrolled into view, as by the Tab key. */
const COVERED = `[...(document.querySelector('[role=dialog]') ?? document.querySelector('main'))
  .querySelectorAll('a, button, input, textarea, select, summary')]
  .filter((control) => {
    if (!control.checkVisibility({ opacityProperty: true, visibilityProperty: true })) return false
    control.scrollIntoView({ block: 'nearest', inline: 'nearest', behavior: 'instant' })
    const { x, y, width, height } = control.getBoundingClientRect()
    // Only read by screen readers: its label is pressed in its place.
    if (width < 4 || height < 4) return false
    const hit = document.elementFromPoint(x + width / 2, y + height / 2)
    return !hit || !(control.contains(hit) || hit.contains(control) || hit.closest('label')?.contains(control))
  })
  .map((control) => location.pathname + ': ' + (control.ariaLabel ?? control.textContent))`

/** Asserts that nothing is cut off on the right, that the navigation is near the top, and that the bars scroll away. */
async function expectReadable(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate('document.documentElement.scrollWidth')).toBe(320)
  await expect.poll(() => topOf(page, 'navigation', 'Places')).toBeLessThan(120)
  await page.evaluate('scrollTo(0, document.documentElement.scrollHeight)')
  await expect.poll(() => topOf(page, 'banner')).toBeLessThan(-40)
  expect(await topOf(page, 'navigation', 'Places')).toBeLessThan(0)
}

describe('a window at 400 %', () => {
  it('lets the bars of lists, jobs and files scroll away', async () => {
    const page = await openAsNewUser(ZOOMED)
    await uploadAs(page, 'cochem.csv')
    await page.request.post('/api/JobsRoot/RunSample', { headers: { origin: new URL(page.url()).origin } })
    await page.goto('/jobs')
    await page.getByRole('link', { name: /clean the readings/ }).waitFor()
    await expectReadable(page)

    await page.getByRole('link', { name: /clean the readings/ }).click()
    await page.getByRole('tab', { name: 'Parameters', exact: true }).waitFor()
    await expectReadable(page)

    await page.goto('/workdata/explorer')
    await page.getByRole('link', { name: /^cochem\.csv/ }).click()
    await page.getByRole('table', { name: 'Rows of cochem.csv', exact: true }).waitFor()
    await expectReadable(page)
  })

  it('whose height alone is small scrolls as a page', { tags: 'long' }, async () => {
    const page = await asNewUser({ viewport: { width: 1280, height: 256 } })
    await uploadAs(page, 'cochem.csv')
    await page.goto('/workdata/explorer')
    const link = page.getByRole('link', { name: /^cochem\.csv/ })
    await link.waitFor()
    await page.evaluate('scrollTo(0, document.documentElement.scrollHeight)')
    await expect.poll(() => topOf(page, 'banner')).toBeLessThan(-40)

    await link.click()

    const rows = page.getByRole('table', { name: 'Rows of cochem.csv', exact: true })
    await rows.waitFor()
    await rows.getByRole('row').nth(1).scrollIntoViewIfNeeded()
    await page.getByRole('link', { name: 'Jobs', exact: true }).click()
    await page.getByRole('heading', { level: 1, name: 'Jobs' }).waitFor()
  })

  it('scrolls the start panel with its buttons, and shows the sign-in form', { tags: 'long' }, async () => {
    const page = await asNewUser(ZOOMED)
    await page.goto('/jobs?start=new')
    const start = page.getByRole('dialog').getByRole('button', { name: 'Skip and choose a step' })
    await start.waitFor()
    await page.getByRole('dialog').getByRole('button').first().scrollIntoViewIfNeeded()
    await expect.poll(async () => ((await start.boundingBox())?.y ?? 0) > 256).toBe(true)

    const login = await openPage('/login', ZOOMED)
    await login.getByRole('button', { name: 'Sign in', exact: true }).scrollIntoViewIfNeeded()
    await expect.poll(() => login.evaluate('document.documentElement.scrollWidth')).toBe(320)
  })

  it.each([320, 1280])(
    '%i pixels wide leaves every control of every screen within reach',
    { tags: 'long' },
    async (width) => {
      const page = await openAsNewUser({ viewport: { width, height: 256 } })
      await uploadAs(page, 'cochem.csv')
      await page.request.post('/api/JobsRoot/RunSample', { headers: { origin: new URL(page.url()).origin } })
      for (const path of Object.values(LISTS)) {
        await page.goto(path)
        // Waits for an open panel itself, because the panel may hide the page from screen readers at any time.
        const part = path.includes('start=') ? 'dialog' : 'main'
        await page.getByRole(part).locator('a:visible, button:visible').first().waitFor()
        await untilLoaded(page, part)
        expect(await page.evaluate(COVERED)).toEqual([])
        expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width)
      }
    },
  )
})
