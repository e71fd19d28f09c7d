import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { asNewUser, expectAccessible, openAsNewUser } from './browser.ts'
import { uploadAs } from './files.ts'

const FILES = 30

async function withFiles(): Promise<Page> {
  const page = await asNewUser({ viewport: { width: 1440, height: 600 } })
  for (let file = 1; file <= FILES; file++) await uploadAs(page, `station ${file}.csv`, `level\n${file}\n`)
  await page.goto('/workdata/explorer?PageSize=50&SortBy=Name&SortType=Ascending')
  await page.getByRole('link', { name: 'station 1.csv', exact: true }).waitFor()
  return page
}

const focused = (page: Page, name: string) => page.getByRole('link', { name, exact: true }).and(page.locator(':focus'))
const stops = (page: Page) =>
  page.evaluate<number>(
    `[...document.querySelectorAll('tbody :is(a, button, input)')].filter((one) => one.tabIndex === 0).length`,
  )
const scrolled = (page: Page) => page.evaluate<number>(`document.querySelector('[data-table-frame]').scrollTop`)

describe('a list', () => {
  it('is one tab stop, and the arrow keys move between its rows and within them', async () => {
    const page = await withFiles()
    await expect.poll(() => stops(page)).toBe(1)

    await page.keyboard.press('j')
    await focused(page, 'station 1.csv').waitFor()
    await page.keyboard.press('ArrowDown')
    await focused(page, 'station 2.csv').waitFor()
    await expect.poll(() => stops(page)).toBe(1)
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('Space')
    await page.getByRole('checkbox', { name: 'Select station 2.csv' }).and(page.locator(':checked')).waitFor()
    await page.keyboard.press('k')
    await focused(page, 'station 1.csv').waitFor()
    await page.keyboard.press('Tab')
    expect(await page.evaluate(`document.activeElement.closest('tbody') === null`)).toBe(true)
    await expectAccessible(page)
  })

  it('opens a row in a new tab with the middle button and with Ctrl+click, like a link', async () => {
    const page = await asNewUser({ viewport: { width: 1440, height: 600 } })
    await uploadAs(page, 'station.csv', 'level\n1\n')
    await page.goto('/workdata/explorer')
    const cell = page.getByRole('row', { name: /station.csv/ }).getByText('CSV', { exact: true })

    for (const press of [{ button: 'middle' as const }, { modifiers: ['ControlOrMeta' as const] }]) {
      const opened = page.context().waitForEvent('page')
      await cell.click(press)
      const tab = await opened
      await tab.getByRole('heading', { name: 'station.csv' }).waitFor()
      await tab.close()
    }

    expect(new URL(page.url()).pathname).toBe('/workdata/explorer')
  })

  it('does not take the focus back if it moves elsewhere right after a key press', { tags: 'long' }, async () => {
    const page = await withFiles()
    await page.keyboard.press('j')
    await focused(page, 'station 1.csv').waitFor()

    const label = await page.evaluate<string>(`new Promise((settle) => {
      document.activeElement.dispatchEvent(new KeyboardEvent('keydown', { key: 'j', bubbles: true }))
      queueMicrotask(() => document.querySelector('header a').focus())
      const read = () => settle(document.activeElement.closest('header') ? 'header' : document.activeElement.outerHTML)
      requestAnimationFrame(() => requestAnimationFrame(read))
    })`)

    expect(label).toBe('header')
  })

  it('shows the rows that it is scrolled to immediately, and renders the other rows later', {
    tags: 'long',
  }, async () => {
    const page = await asNewUser({ viewport: { width: 1440, height: 600 } })
    for (let file = 1; file <= FILES; file++) await uploadAs(page, `station ${file}.csv`, `level\n${file}\n`)
    // Without idle time, only rows in view are drawn.
    await page.addInitScript('globalThis.requestIdleCallback = (run) => { (globalThis.idle ??= []).push(run) }')
    await page.goto('/workdata/explorer?PageSize=50&SortBy=Name&SortType=Ascending')
    const rows = page.locator('tbody tr[aria-rowindex]')
    await page.getByRole('link', { name: 'station 1.csv', exact: true }).waitFor()
    const height = () => page.evaluate<number>(`document.querySelector('[data-table-frame]').scrollHeight`)
    const before = await height()

    await page.evaluate(`document.querySelector('[data-table-frame]').scrollTo(0, 1e6)`)
    await page.getByRole('link', { name: 'station 30.csv', exact: true }).waitFor()
    expect(await rows.count()).toBeLessThan(FILES)
    expect(await height()).toBe(before)

    await expect
      .poll(async () => {
        await page.evaluate('globalThis.idle?.splice(0).forEach((run) => run())')
        return rows.count()
      })
      .toBe(FILES)
    expect(await height()).toBe(before)
  })

  it('of more than 100 rows renders only its tab stop and the rows near the visible ones', {
    tags: 'long',
  }, async () => {
    const page = await asNewUser()
    const names = Array.from({ length: 120 }, (_, at) => `station ${at + 1}.csv`)
    for (const name of names) await uploadAs(page, name, `level\n${name}\n`)
    await page.goto('/workdata/explorer?PageSize=200&SortBy=Name&SortType=Ascending')
    await page.getByRole('link', { name: 'station 1.csv', exact: true }).waitFor()
    const height = () => page.evaluate<number>(`document.querySelector('[data-table-frame]').scrollHeight`)
    const before = await height()

    await page.evaluate(`document.querySelector('[data-table-frame]').scrollTo(0, 1e6)`)

    await page.getByRole('link', { name: 'station 120.csv', exact: true }).waitFor()
    await expect.poll(() => page.getByRole('link', { name: 'station 12.csv', exact: true }).count()).toBe(0)
    expect(await height()).toBe(before)
    expect(await stops(page)).toBe(1)
    await page.keyboard.press('j')
    await focused(page, 'station 1.csv').waitFor()
  })

  it('of more than 100 rows that is opened scrolled down has a tab stop', { tags: 'long' }, async () => {
    const page = await asNewUser()
    for (let file = 1; file <= 120; file++) await uploadAs(page, `station ${file}.csv`, `level\n${file}\n`)
    await page.goto('/workdata/explorer?PageSize=200&SortBy=Name&SortType=Ascending')
    await page.getByRole('link', { name: 'station 1.csv', exact: true }).waitFor()
    await page.evaluate(`document.querySelector('[data-table-frame]').scrollTo(0, 1e6)`)
    await page.getByRole('link', { name: 'station 120.csv', exact: true }).waitFor()

    await page.reload()

    await page.getByRole('link', { name: 'station 120.csv', exact: true }).waitFor()
    await expect.poll(() => stops(page)).toBe(1)
    await page.keyboard.press('j')
    await focused(page, 'station 1.csv').waitFor()
  })

  it('keeps the filter that is being typed while the server is slow', { tags: 'long' }, async () => {
    const page = await asNewUser()
    await uploadAs(page, 'station 1.csv')
    await page.goto('/workdata/explorer')
    await page.getByRole('link', { name: 'station 1.csv' }).waitFor()
    await page.route('**/api/WorkDataQuery/**', () => {})
    const name = page.getByRole('searchbox', { name: /^Search/ })

    await name.click()
    await page.keyboard.type('rhine')

    const gone = name.waitFor({ state: 'hidden', timeout: 3000 })
    await expect(gone).rejects.toThrow('Timeout')
    await page.keyboard.type(' level')
    expect(await name.inputValue()).toBe('rhine level')
  })

  it('opens the row that is clicked right after a filter is typed', { tags: 'long' }, async () => {
    const page = await asNewUser()
    await uploadAs(page, 'station 1.csv')
    await page.clock.install()
    await page.goto('/workdata/explorer')
    const row = page.getByRole('link', { name: 'station 1.csv' })
    await row.waitFor()
    const held = Promise.withResolvers<void>()
    await page.route('**/api/WorkData/**', async (route) => {
      await held.promise
      await route.continue()
    })

    await page.getByRole('searchbox', { name: /^Search/ }).fill('rhine')
    await row.click()
    await page.clock.runFor(1000)
    held.resolve()

    await page.getByRole('heading', { level: 1, name: 'station 1.csv' }).waitFor()
  })

  it('shows the frame and the shape of its page while the server is slow', { tags: 'long' }, async () => {
    const page = await openAsNewUser()
    await page.route('**/api/JobQuery/**', () => {})

    // With a filter, the page does not contain the rows, so they are still loading.
    await page.goto('/jobs?NameContains=rhine')

    await page.getByRole('navigation', { name: 'Breadcrumb' }).waitFor()
    await page.getByRole('status', { name: 'Loading' }).waitFor()
    await expectAccessible(page)
  })

  it('shows its last rows on a second visit before the server answers', { tags: 'long' }, async () => {
    const page = await asNewUser()
    await uploadAs(page, 'station 1.csv')
    await page.goto('/workdata/explorer')
    await page.getByRole('link', { name: 'station 1.csv' }).waitFor()
    await page.getByRole('link', { name: 'Jobs', exact: true }).click()
    await page.getByText('No jobs yet').waitFor()

    await page.route('**/api/**', () => {})
    await page.getByRole('link', { name: 'Work data', exact: true }).click()

    await page.getByRole('heading', { level: 1, name: 'Work data' }).waitFor()
    await page.getByRole('link', { name: 'station 1.csv' }).waitFor()
  })

  it('has its scroll position and focus again after Back, and a new page is announced', async () => {
    const page = await withFiles()
    for (let row = 0; row < FILES; row++) await page.keyboard.press('j')
    await focused(page, `station ${FILES}.csv`).waitFor()
    const before = await scrolled(page)
    expect(before).toBeGreaterThan(300)

    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: `station ${FILES}.csv` }).waitFor()
    await page.getByRole('main').and(page.locator(':focus')).waitFor()
    await page
      .locator('[aria-live]')
      .filter({ hasText: `station ${FILES}.csv · Millrace` })
      .waitFor({ state: 'attached' })
    await page.goBack()

    await focused(page, `station ${FILES}.csv`).waitFor()
    await expect.poll(() => scrolled(page)).toBe(before)
    await page.keyboard.press('k')
    await focused(page, `station ${FILES - 1}.csv`).waitFor()

    await page.getByRole('link', { name: 'Jobs', exact: true }).click()
    await page.getByRole('heading', { level: 1, name: 'Jobs' }).waitFor()
    await page.getByRole('main').and(page.locator(':focus')).waitFor()
  })
})
