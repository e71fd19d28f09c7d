import { readFileSync } from 'node:fs'
import { firstOf } from '@millrace/tables/testing/long'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { asNewUser } from './browser.ts'
import { uploadAs } from './files.ts'
import { openJob, startQuery } from './start-query.ts'

/** Returns the left edge of a substring of a name, in pixels. */
const leftOf = (page: Page, text: string) =>
  page.evaluate<number>(`(() => {
    const texts = document.createTreeWalker(document.querySelector('main table'), NodeFilter.SHOW_TEXT)
    while (texts.nextNode()) {
      const at = texts.currentNode.textContent.indexOf('${text}')
      if (at < 0) continue
      const range = document.createRange()
      range.setStart(texts.currentNode, at)
      range.setEnd(texts.currentNode, at + 1)
      return range.getBoundingClientRect().left
    }
    throw new Error('The list does not show ${text}.')
  })()`)

describe('the rows of a list', () => {
  it('draw the Latin end of a right-to-left name in its own order', { tags: 'long' }, async () => {
    const page = await asNewUser()
    await uploadAs(page, 'מים_297.csv')
    await page.goto('/workdata/explorer')
    await page.getByRole('link', { name: 'מים_297.csv' }).waitFor()

    expect(await leftOf(page, '297')).toBeLessThan(await leftOf(page, 'csv'))
    expect(await leftOf(page, 'csv')).toBeLessThan(await leftOf(page, 'מים'))
  })

  it.each(
    firstOf(1, [
      { list: 'data', path: '/workdata/explorer', name: 'cochem.csv' },
      { list: 'steps', path: '/processing-steps', name: 'Query tables' },
      { list: 'jobs', path: '/jobs', name: 'Alpha' },
    ]),
  )('of $list are rendered once, for the current width', async ({ path, name }) => {
    const page = await asNewUser()
    await uploadAs(page, 'cochem.csv')
    await startQuery(page, 'select 1 as one', 'Alpha')
    const rows = () => page.getByRole('main').getByText(name, { exact: true })

    await page.goto(path)
    await rows().filter({ visible: true }).first().waitFor()
    await expect.poll(() => page.locator('main table').count()).toBe(1)
    await expect.poll(() => rows().count()).toBe(1)
    await page.setViewportSize({ width: 390, height: 844 })
    await expect.poll(() => page.locator('main table').count()).toBe(0)
    await expect.poll(() => rows().count()).toBe(1)
  })

  it('show their verbs in full over a narrow last column, and deletion in its color', { tags: 'long' }, async () => {
    const page = await asNewUser()
    await page.setViewportSize({ width: 1440, height: 900 })
    await uploadAs(page, 'cochem.csv')
    await startQuery(page, 'select 1 as one', 'Alpha')
    await page.goto('/jobs')
    await page.getByRole('row', { name: /Alpha/ }).hover()
    const runAgain = page.getByRole('button', { name: 'Run again' })
    const { left, middle } = await runAgain.evaluate((button) => {
      const { left, top, height } = button.getBoundingClientRect()
      return { left, middle: top + height / 2 }
    })

    expect(
      await page.evaluate<string>(`document.elementFromPoint(${left + 2}, ${middle})?.closest('button')?.ariaLabel`),
    ).toBe('Run again')
    await page.getByRole('button', { name: 'More for Alpha' }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).waitFor()
    const colors = await page.evaluate<Record<string, string>>(
      `Object.fromEntries([...document.querySelectorAll('[role=menuitem]')].map((item) => [item.textContent, getComputedStyle(item).color]))`,
    )
    expect(colors.Delete).not.toBe(colors['Copy link'])
  })
})

describe('a drawn row', () => {
  it('stays in the page when a new row is inserted above it', async () => {
    const page = await asNewUser()
    await uploadAs(page, 'first.csv')
    await page.goto('/workdata/explorer')
    await page.getByRole('link', { name: 'first.csv' }).waitFor()
    await page.evaluate(`(() => {
      window.lost = 0
      const table = document.querySelector('main table')
      new MutationObserver(() => { if (!table.textContent.includes('first.csv')) window.lost += 1 })
        .observe(table, { childList: true, subtree: true })
    })()`)

    await uploadAs(page, 'second.csv')

    await page.getByRole('link', { name: 'second.csv' }).waitFor()
    expect(await page.evaluate('window.lost')).toBe(0)
  })
})

describe('the tags of a row', () => {
  it('become a number before the name gets shorter', { tags: 'long' }, async () => {
    const page = await asNewUser()
    const name = 'gauge readings of the lower Rhine, 2024.csv'
    const upload = await page.request.post('/api/WorkData/UploadWorkData', {
      headers: { origin: new URL(page.url()).origin },
      multipart: {
        files: { name, mimeType: 'text/csv', buffer: Buffer.from('a\n1\n') },
        tags: JSON.stringify(['experiment=cochem', 'season=winter', 'raw']),
      },
    })
    expect(upload.status()).toBe(201)
    await page.goto('/workdata/explorer')
    const row = page.getByRole('row').filter({ hasText: 'gauge readings' })
    await row.waitFor()
    /** Whether the number of tags is visible. The row may cut that number off. */
    const showsNumber = () =>
      page.evaluate<boolean>(`(() => {
        const found = [...document.querySelectorAll('tbody span[title]')].find((one) => one.textContent === '3')
        const box = found.getBoundingClientRect()
        return document.elementsFromPoint(box.x + 4, box.y + box.height / 2).includes(found)
      })()`)

    await page.setViewportSize({ width: 1920, height: 900 })
    await expect.poll(showsNumber).toBe(false)
    await page.setViewportSize({ width: 1024, height: 900 })

    await expect.poll(showsNumber).toBe(true)
  })
})

describe('deleting several files', () => {
  it('names and counts them', async () => {
    const page = await asNewUser()
    for (const name of ['a.csv', 'b.csv', 'c.csv']) await uploadAs(page, name, `${name}\n1\n`)
    await page.goto('/workdata/explorer')
    await page.getByRole('link', { name: 'a.csv', exact: true }).waitFor()
    let proceed = () => {}
    const held = new Promise<void>((resolve) => {
      proceed = resolve
    })
    await page.route('**/api/WorkData/*/Delete', async (route) => {
      await held
      await route.continue()
    })

    await page.getByRole('checkbox', { name: /^Select all .* on this page$/ }).click()
    await page.getByRole('region', { name: 'Selection' }).getByRole('button', { name: 'Delete' }).click()
    const dialog = page.getByRole('dialog')
    const named = async () => (await dialog.getByRole('listitem').allTextContents()).sort()
    await expect.poll(named).toEqual(['a.csv', 'b.csv', 'c.csv'])
    await dialog.getByRole('button', { name: 'Delete 3 files' }).click()

    await page.getByRole('status').getByText('Deleting 1 of 3').waitFor()
    proceed()
    await page.getByText('3 files deleted').waitFor()
    await page.getByText('No data yet').waitFor()
  })
})

describe('selected rows', () => {
  it('are downloaded together, and are no longer selected once a filter hides them', async () => {
    const page = await asNewUser()
    for (const name of ['a.csv', 'b.csv']) await uploadAs(page, name, `${name}\n1\n`)
    await page.goto('/workdata/explorer')
    const selection = page.getByRole('region', { name: 'Selection' })

    await page.getByRole('checkbox', { name: /^Select all .* on this page$/ }).click()
    const [saved] = await Promise.all([
      page.waitForEvent('download'),
      selection.getByRole('button', { name: 'Download as ZIP' }).click(),
    ])
    expect(saved.suggestedFilename()).toBe('Work data.zip')
    await page.getByRole('radio', { name: /^Results/ }).press('Space')

    await expect.poll(() => selection.count()).toBe(0)
  })
})

describe('a selection of more files than can be selected at a time', () => {
  it('says which part of them it is, and is downloaded as one archive', { tags: 'long' }, async () => {
    const page = await asNewUser()
    await page.goto('/workdata/explorer')
    await page.evaluate(UPLOAD_510)
    const selection = page.getByRole('region', { name: 'Selection' })
    const onPage = page.getByRole('checkbox', { name: /^Select all .* on this page$/ })

    await onPage.click()
    await selection.getByRole('button', { name: 'Select the first 500 of 510' }).click()

    await selection.getByText('500 of 510 selected').waitFor()
    await onPage.and(page.locator(':indeterminate')).waitFor()
    const [saved] = await Promise.all([
      page.waitForEvent('download'),
      selection.getByRole('button', { name: 'Download as ZIP' }).click(),
    ])
    const entries = readFileSync(await saved.path(), 'latin1').split('PK\x01\x02').length - 1
    expect(entries).toBe(500)
    await onPage.click()
    await expect.poll(() => selection.count()).toBe(0)
  })
})

/** Script that uploads 510 files with six requests. */
const UPLOAD_510 = `(async () => {
  for (let request = 0; request < 6; request++) {
    const form = new FormData()
    for (let at = 0; at < 85; at++) form.append('files', new File(['a\\n' + request + at], 'part' + request + '-' + at + '.csv'))
    await fetch('/api/WorkData/UploadWorkData', { method: 'POST', body: form })
  }
})()`

describe('a tooltip', () => {
  it('leaves when its button opens a menu', { tags: 'long' }, async () => {
    const page = await asNewUser()
    await uploadAs(page, 'cochem.csv')
    await page.goto('/workdata/explorer')
    const columns = page.getByRole('button', { name: 'Columns', exact: true })
    const tooltip = page.getByRole('tooltip')

    await columns.hover()
    await tooltip.getByText('Columns').waitFor()
    await columns.click()

    await expect.poll(() => columns.getAttribute('aria-expanded')).toBe('true')
    expect(await tooltip.count()).toBe(0)
  })
})

describe('the parameters of a job', () => {
  it('have their defaults in grey, and say which are changed', { tags: 'long' }, async () => {
    const page = await asNewUser()
    await uploadAs(page, 'cochem.csv')
    await openJob(page, await startQuery(page, 'select 1 as one', 'Alpha'))
    await page.getByRole('tab', { name: /^Parameters/ }).click()
    const panel = page.getByRole('tabpanel')
    await panel.getByText('select 1 as one').waitFor()
    const colorOf = (text: 'changed' | 'default') =>
      page.evaluate<string>(
        `getComputedStyle([...document.querySelectorAll('[role=tabpanel] dd')].find((value) => value.textContent.endsWith('${text}'))).color`,
      )

    const [changed, byDefault] = [await colorOf('changed'), await colorOf('default')]

    expect(changed).toBe(await page.evaluate<string>('getComputedStyle(document.body).color'))
    expect(byDefault).not.toBe(changed)
  })
})
