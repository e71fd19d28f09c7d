import type { Locator, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { asNewUser, expectAccessible, openAsNewUser } from './browser.ts'
import { longestGap } from './clean-table-form.ts'
import { uploadAs } from './files.ts'
import { JOB_STARTED } from './start-query.ts'

/** Returns the start panel over the page of a new file, with the step Clean table chosen. */
async function panelOverFile(page: Page, name = 'cochem.csv'): Promise<Locator> {
  const href = await uploadAs(page, name)
  await page.goto(`/workdata/explorer/${Buffer.from(new URL(href, page.url()).pathname).toString('base64url')}`)
  await page.getByRole('heading', { level: 1, name }).waitFor()
  await page.getByRole('button', { name: /^Start job with this/ }).click()
  return chooseStep(page, /Clean table/)
}

async function chooseStep(page: Page, step: RegExp): Promise<Locator> {
  const panel = page.getByRole('dialog')
  await panel.getByRole('button', { name: step }).first().click()
  return panel
}

describe('what a user types', () => {
  it('starts the job on Ctrl+Enter, although the page beneath the panel has a main action too', async () => {
    const page = await openAsNewUser()
    const panel = await panelOverFile(page)
    const gap = await longestGap(panel)
    await gap.fill('7')

    await page.keyboard.press('ControlOrMeta+Enter')

    await page.getByText(JOB_STARTED).first().waitFor()
    await expect.poll(() => panel.count()).toBe(0)
    await page.getByRole('button', { name: /^Start job with this/ }).click()
    await chooseStep(page, /Clean table/)
    await panel.getByRole('button', { name: 'Copy from an earlier job' }).click()
    await page.getByRole('button', { name: /Clean table, cochem/ }).click()
    await panel.getByText('2 changed').first().waitFor()
    await longestGap(panel)
    await expect.poll(() => gap.inputValue()).toBe('7')
  })

  it('stays in the start panel over Escape and a reload, and can be thrown away', { tags: 'long' }, async () => {
    const page = await openAsNewUser()
    const panel = await panelOverFile(page)
    const gap = await longestGap(panel)
    const before = await gap.inputValue()
    await gap.fill('7')

    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Continue' }).click()
    await longestGap(panel)
    await expect.poll(() => gap.inputValue()).toBe('7')
    await page.reload()
    await longestGap(panel)

    await expect.poll(() => gap.inputValue()).toBe('7')
    await panel.getByText('2 changed').first().waitFor()
    await expectAccessible(page)
    await panel.getByRole('button', { name: 'Reset to defaults' }).click()
    await expect.poll(() => gap.inputValue()).toBe(before)
    await page.keyboard.press('Escape')
    await expect.poll(() => panel.count()).toBe(0)
  })

  it('is a tag even if *Add tags* is pressed before Enter', async () => {
    const page = await asNewUser()
    await uploadAs(page, 'cochem.csv')
    await page.goto('/workdata/explorer')
    await page.getByRole('checkbox', { name: /cochem/ }).check()
    await page.getByRole('button', { name: 'Tags', exact: true }).click()
    await page.getByRole('dialog').getByLabel('Tags').pressSequentially('river=rhine')

    await page.getByRole('button', { name: 'Add tags' }).click()

    await page.getByText('1 file tagged').waitFor()
    await page.getByText('river=rhine').filter({ visible: true }).first().waitFor()
  })

  it('reaches the palette while it is still loading, and runs no shortcut', async () => {
    const page = await openAsNewUser()
    await page.getByRole('button', { name: 'Search or run a command' }).waitFor()
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    await page.route(/palette-[\w-]+\.js/, async (route) => {
      await held
      await route.continue()
    })

    await page.keyboard.press('ControlOrMeta+k')
    await page.keyboard.type('upx')
    await page.keyboard.press('Backspace')
    release()

    const field = page.getByRole('dialog', { name: 'Search or run a command' }).getByRole('combobox')
    await field.waitFor()
    await page.keyboard.type('load')
    // Characters typed before the field had the focus are inserted once it has the focus.
    await expect.poll(() => field.inputValue()).toBe('upload')
    expect(new URL(page.url()).pathname).toBe('/dashboard')
  })

  it('chooses the tag that is suggested first, with Enter', { tags: 'long' }, async () => {
    const page = await asNewUser()
    await uploadAs(page, 'cochem.csv')
    await page.goto('/workdata/explorer')
    await page.getByRole('checkbox', { name: /cochem/ }).check()
    await page.getByRole('button', { name: 'Tags', exact: true }).click()
    await page.getByRole('dialog').getByLabel('Tags').fill('exp=7')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Add tags' }).click()
    await page.getByText('1 file tagged').waitFor()
    await page.getByRole('button', { name: 'Filter' }).click()
    await page.getByRole('menuitem', { name: /^Tags/ }).first().click()
    await page.getByRole('combobox', { name: /^Tags/ }).pressSequentially('exp')
    await page.getByRole('option', { name: 'exp=7' }).waitFor()

    await page.keyboard.press('Enter')

    await expect.poll(() => decodeURIComponent(page.url())).toContain('exp=7')
  })

  it('moves the focus to the first row that “Show all” adds to the start panel', { tags: 'long' }, async () => {
    const page = await openAsNewUser()
    for (let nth = 1; nth <= 9; nth += 1) await uploadAs(page, `gauge ${nth}.csv`)
    await page.getByRole('link', { name: 'Dashboard', exact: true }).waitFor()
    await page.keyboard.press('n')
    const panel = page.getByRole('dialog', { name: 'Start a job' })
    const rows = panel.getByRole('list', { name: 'Work data' }).getByRole('listitem')

    await panel.getByRole('button', { name: 'Show all 9' }).press('Enter')

    await rows.nth(6).locator('[data-choice]').and(page.locator(':focus')).waitFor()
    await expect.poll(() => rows.count()).toBe(9)
  })

  it('finds data and a step in the start panel without the mouse', { tags: 'long' }, async () => {
    const page = await openAsNewUser()
    await uploadAs(page, 'cochem.csv')
    await uploadAs(page, 'trier.csv')
    await page.getByRole('link', { name: 'Dashboard', exact: true }).waitFor()
    await page.keyboard.press('n')
    const panel = page.getByRole('dialog', { name: 'Start a job' })
    await panel.getByRole('searchbox', { name: 'Search work data' }).fill('coch')
    await expect.poll(() => panel.getByRole('list', { name: 'Work data' }).getByRole('listitem').count()).toBe(1)

    await page.keyboard.press('Enter')
    await panel.getByRole('searchbox', { name: 'Search steps' }).and(page.locator(':focus')).waitFor()
    await page.keyboard.type('table')
    await panel.locator('[data-choice]').first().waitFor()
    await page.keyboard.press('ArrowDown')
    await panel.locator('[data-choice]').first().and(page.locator(':focus')).waitFor()
    await page.keyboard.press('ArrowUp')
    await panel.getByRole('searchbox', { name: 'Search steps' }).and(page.locator(':focus')).waitFor()
    await page.keyboard.press('Enter')

    await panel.getByLabel('Job name').and(page.locator('[value*="cochem"]')).waitFor()
    await expectAccessible(page)
  })
})
