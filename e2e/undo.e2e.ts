import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { allowConsoleErrors, asNewUser, expectAccessible } from './browser.ts'
import { uploadAs } from './files.ts'

/** Holds back the replies to requests for a path until the returned function is called. */
async function holds(page: Page, path: string, status?: number): Promise<() => void> {
  const released = Promise.withResolvers<void>()
  await page.route(path, async (route) => {
    await released.promise
    if (status === undefined) await route.continue()
    else
      await route.fulfill({ status, contentType: 'application/problem+json', body: '{"title":"Refused","status":503}' })
  })
  return released.resolve
}

async function withFiles(): Promise<Page> {
  const page = await asNewUser()
  for (const name of ['one', 'two', 'three']) await uploadAs(page, `${name}.csv`)
  await page.goto('/workdata/explorer')
  await page.getByRole('link', { name: 'one.csv' }).waitFor()
  return page
}

const listed = (page: Page) =>
  page
    .getByRole('table')
    .getByRole('link', { name: /\.csv$/ })
    .allTextContents()

async function hides(page: Page, name: string): Promise<void> {
  const row = page.getByRole('row').filter({ hasText: name })
  await row.hover()
  await row.getByRole('button', { name: `More for ${name}` }).click()
  await page.getByRole('menuitem', { name: /^Hide/ }).click()
}

describe('an action', () => {
  it('shows before the server replies; several share a toast, which undoes them all', async () => {
    const page = await withFiles()
    const release = await holds(page, '**/Hide')

    await hides(page, 'one.csv')
    await expect.poll(() => listed(page)).toEqual(['three.csv', 'two.csv'])
    expect(await page.getByText('File hidden').count()).toBe(0)
    await hides(page, 'two.csv')
    await expect.poll(() => listed(page)).toEqual(['three.csv'])
    release()
    // Hovers over the toast, because it stays while the pointer is on it.
    await page.getByText('2 files hidden').hover()
    expect(await page.getByText('File hidden').count()).toBe(0)
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Undo' }).click()

    await expect.poll(() => listed(page)).toEqual(['three.csv', 'two.csv', 'one.csv'])
  })

  it('is undone if the server refuses it', async () => {
    const page = await withFiles()
    const release = await holds(page, '**/Hide', 503)

    await hides(page, 'one.csv')
    await expect.poll(() => listed(page)).toEqual(['three.csv', 'two.csv'])
    release()

    await page.getByText('Refused').waitFor()
    await expect.poll(() => listed(page)).toEqual(['three.csv', 'two.csv', 'one.csv'])
    allowConsoleErrors(/503/)
  })

  it('that renames or tags shows immediately, and can be undone', { tags: 'long' }, async () => {
    const page = await withFiles()
    await page.getByRole('link', { name: 'one.csv' }).click()
    const title = page.getByRole('heading', { level: 1 })
    await title.getByRole('button').click()
    const release = await holds(page, '**/Rename')
    await page.getByRole('textbox', { name: 'File name' }).fill('first.csv')
    await page.keyboard.press('Enter')
    await title.getByText('first.csv').waitFor()
    await page.getByRole('navigation', { name: 'Breadcrumb' }).getByText('first.csv').waitFor()
    release()
    await page.getByText('File renamed').waitFor()
    await page.getByRole('button', { name: 'Undo' }).click()
    await title.getByText('one.csv').waitFor()

    await page.getByRole('button', { name: 'Tag', exact: true }).click()
    await page
      .getByRole('dialog')
      .getByRole('combobox')
      .or(page.getByRole('dialog').getByRole('textbox'))
      .first()
      .fill('river')
    await page.keyboard.press('Enter')
    await page.getByRole('dialog').getByRole('button', { name: 'Save tags' }).click()
    await page.getByText('Tags saved').waitFor()
    await page.getByTitle('river').waitFor()
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByTitle('river').waitFor({ state: 'detached' })
  })

  it('on the last row leaves a list that offers to show what is hidden', { tags: 'long' }, async () => {
    const page = await asNewUser()
    await uploadAs(page, 'one.csv')
    await page.goto('/workdata/explorer')
    await hides(page, 'one.csv')

    await page.getByText('1 hidden file').waitFor()
    expect(await page.getByRole('button', { name: 'Filter', exact: true }).count()).toBe(0)
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Show', exact: true }).click()
    await page.getByRole('link', { name: 'one.csv' }).waitFor()
  })
})
