import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { allowConsoleErrors, asNewUser, expectAccessible } from './browser.ts'
import { uploadAndOpen } from './files.ts'

async function opens(name: string, content: string): Promise<Page> {
  const page = await asNewUser()
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await uploadAndOpen(page, name, content, 'text/csv')
  await page.getByRole('region', { name: `Rows of ${name}` }).waitFor()
  return page
}

function clipboard(page: Page): Promise<string> {
  return page.evaluate<string>('navigator.clipboard.readText()')
}

const LONG = 'many words '.repeat(80).trim()
const LONGER = 'many words '.repeat(300).trim()

describe('the cells of a table', () => {
  it('can be read in full and copied, by pointer and by keyboard', async () => {
    const page = await opens('cells.csv', `id,note,level\n1,"two\nlines",1.5\n2,${LONG},\n3,${LONGER},-2\n`)
    const cell = page.getByRole('region', { name: 'Cell', exact: true })
    const heights = page.locator('tbody tr')
    await page.getByRole('cell', { name: 'two ↵ lines' }).click()
    await expect.poll(() => cell.getByRole('status').textContent()).toBe('two\nlines')
    expect(new Set(await heights.evaluateAll((rows) => rows.map((row) => row.clientHeight))).size).toBe(1)
    await cell.getByText('note, row 1').waitFor()
    await cell.getByRole('button', { name: 'Copy cell' }).click()
    await expect.poll(() => clipboard(page)).toBe('two\nlines')

    await page.getByRole('region', { name: 'Rows of cells.csv' }).focus()
    await page.keyboard.press('ArrowDown')
    await expect.poll(() => cell.getByRole('status').textContent()).toBe(LONG)
    await expectAccessible(page)
    await page.keyboard.press('ArrowRight')
    await expect.poll(() => cell.getByRole('status').textContent()).toBe('∅ No value')
    await cell.getByText('level, row 2').waitFor()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowLeft')
    await cell.getByText('First 1,000 characters. Download the file to see the full text.').waitFor()
    await cell.getByRole('button', { name: 'Copy shown text' }).waitFor()
    await page.keyboard.press('Escape')
    await cell.waitFor({ state: 'detached' })
    await page.keyboard.press('Enter')
    await cell.getByText('id, row 1').waitFor()
    await page.getByRole('button', { name: 'level', exact: true }).click()
    await cell.waitFor({ state: 'detached' })
  })

  it('of two thousand columns are all read, searched, sorted and copied, and scroll within their frame on a phone', {
    tags: 'long',
  }, async () => {
    const names = Array.from({ length: 2000 }, (_, at) => `col_${at}`)
    const rows = Array.from({ length: 30 }, (_, row) =>
      names.map((_, at) => (at === 1700 ? `station ${row}` : row * at)).join(','),
    )
    const page = await opens('wide.csv', `${names.join(',')}\n${rows.join('\n')}\n`)
    const frame = page.getByRole('region', { name: 'Rows of wide.csv' })
    const scrollTo = (share: number) =>
      frame.evaluate((element, to) => element.scrollTo(to * element.scrollWidth, 0), share)

    await scrollTo(1)
    await page.getByRole('cell', { name: '57,971', exact: true }).waitFor()
    await page.getByRole('columnheader', { name: /col_1999.*0–57,971/ }).waitFor()
    expect(await page.locator('td').count()).toBeLessThan(3000)
    await page.getByRole('button', { name: 'col_1999', exact: true }).press('Enter')
    await page.getByRole('button', { name: 'col_1999', exact: true }).press('Enter')
    await scrollTo(0)
    await page
      .getByRole('row', { name: /^30 0 29 58 / })
      .and(page.locator('[aria-rowindex="2"]'))
      .waitFor()

    await page.getByLabel('Search the table').fill('station 7')
    await expect.poll(() => frame.locator('mark').allTextContents()).toEqual(['station 7'])
    await page.getByLabel('Search the table').fill('')

    await page.getByRole('button', { name: 'Columns', exact: true }).click()
    await page.getByText('1,800 more. Type part of a column name to narrow the list.').waitFor()
    await page.getByRole('button', { name: 'Deselect all', exact: true }).click()
    await page.getByRole('checkbox', { name: 'col_3', exact: true }).check()
    await page.getByText('1 of 2,000 columns').waitFor()
    await page.getByLabel('Search columns').fill('99')
    await page.getByRole('button', { name: 'Show only these 38' }).click()
    await page.keyboard.press('Escape')
    await page.getByText('38 of 2,000 columns').waitFor()
    await scrollTo(0)
    await page.getByRole('cell', { name: '2,871', exact: true }).click()
    await scrollTo(0.3)
    await page.getByRole('cell', { name: '25,172', exact: true }).click({ modifiers: ['Shift'] })
    await page.getByRole('button', { name: 'Copy cells' }).click()
    await page.getByText(/^Copied \d+ cells$/).waitFor()
    const copied = [29, 28].map((row) => [99, 199, 299, 399, 499, 599, 699, 799, 899].map((at) => row * at).join('\t'))
    expect(await clipboard(page)).toBe(copied.join('\n'))

    await page.setViewportSize({ width: 390, height: 844 })
    await expect.poll(() => page.evaluate('document.documentElement.scrollWidth')).toBe(390)
    await expectAccessible(page)
  })
})

describe('the state of a table', () => {
  it('is in the URL: order, search, columns and cell; numbers align, and a match outside the visible area is scrolled to', async () => {
    const names = Array.from({ length: 12 }, (_, at) => `a_rather_wide_column_${at}`)
    const rows = Array.from({ length: 40 }, (_, row) => [row, 1000 + row / 3, ...names.map(() => 'x'), `end ${row}`])
    const page = await opens(
      'state.csv',
      `id,level,${names.join(',')},last\n${rows.map((row) => row.join(',')).join('\n')}\n`,
    )
    const frame = page.getByRole('region', { name: 'Rows of state.csv' })
    await page.getByRole('cell', { name: '1,000.3333', exact: true }).waitFor()
    await page.getByRole('cell', { name: '1,002.0000', exact: true }).waitFor()

    await page.getByLabel('Search the table').fill('end 7')

    await page.getByText('Rows 1–1 of 1 that match').waitFor()
    await expect.poll(() => frame.locator('mark').allTextContents()).toEqual(['end 7'])
    await expect.poll(() => frame.evaluate((element) => element.scrollLeft)).toBeGreaterThan(300)
    await expectAccessible(page)

    await page.getByLabel('Search the table').fill('end')
    await page.getByRole('button', { name: 'id', exact: true }).press('Enter')
    await page.getByRole('button', { name: 'id', exact: true }).press('Enter')
    await page.getByRole('button', { name: 'Columns', exact: true }).click()
    for (const name of names) await page.getByRole('dialog').getByText(name, { exact: true }).click()
    await page.keyboard.press('Escape')
    await page.getByRole('cell', { name: '1,012.6667', exact: true }).click()
    const cell = page.getByRole('region', { name: 'Cell', exact: true })
    await expect.poll(() => cell.getByRole('status').textContent()).toContain('1012.66666')
    await page.waitForURL(/cell=1\.level/)
    await page.reload()

    await expect.poll(() => cell.getByRole('status').textContent()).toContain('1012.66666')
    await page.getByText('3 of 15 columns').waitFor()
    expect(await page.getByLabel('Search the table').inputValue()).toBe('end')
    await page.getByRole('columnheader', { name: /^id/ }).and(page.locator('[aria-sort=descending]')).waitFor()
  })
})

describe('a large table whose end can’t be read', () => {
  it('keeps its first rows, says why, and says so instead of sorted rows', { tags: 'long' }, async () => {
    const rows = 'station,level\n'.padEnd(17_000_000, 'Köln,301\n')
    const page = await opens('levels.csv', `${rows}\nBonn,${'9'.repeat(2_000_000)}\n`)
    const reason = /A row of levels\.csv is longer than 1\.5 MB/

    await page
      .getByText(/^Only the start of the file is shown\./)
      .and(page.getByText(reason))
      .waitFor()
    await page.getByRole('cell', { name: 'Köln' }).first().waitFor()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'level', exact: true }).click()

    await page.getByRole('alert').getByText(reason).waitFor()
    await expect.poll(() => page.getByText(reason).count()).toBe(1)
    allowConsoleErrors(/Failed to load resource/)
  })
})
