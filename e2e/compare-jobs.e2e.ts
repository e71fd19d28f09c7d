import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { COMPARE_TEXTS } from '../apps/web/src/features/jobs/compare/texts.ts'
import { asNewUser, expectAccessible } from './browser.ts'
import { uploadAs } from './files.ts'
import { startQuery } from './start-query.ts'

const LEVELS = 'station,level,note\nkoeln,301,a\nbonn,250,b\ntrier,180,c\n'

/** Runs two queries of the same table, whose results differ in one row and one cell. */
async function twoJobs(): Promise<Page> {
  const page = await asNewUser()
  await uploadAs(page, 'cochem.csv', LEVELS)
  await startQuery(page, "select station, level from input where station <> 'trier'", 'First')
  await startQuery(page, "select station, level + (station = 'bonn')::int as level from input", 'Second')
  await page.goto('/jobs')
  await expect.poll(() => page.getByRole('row').getByText('Completed').count()).toBe(2)
  return page
}

async function openComparison(page: Page): Promise<void> {
  for (const name of ['First', 'Second']) await page.getByRole('checkbox', { name: `Select ${name}` }).check()
  await page.getByRole('region', { name: 'Selection' }).getByRole('link', { name: 'Compare' }).click()
  await page.getByRole('heading', { level: 1, name: 'Compare jobs' }).waitFor()
}

describe('two jobs', () => {
  it('are compared from the selection of the list: results cell by cell, parameters and log', async () => {
    const page = await twoJobs()
    await openComparison(page)

    await page.getByText('1 added, 1 changed, 1 row unchanged').waitFor()
    const rows = page.getByRole('table', { name: 'Rows that differ' })
    const changed = rows.getByRole('row', { name: /^Changed/ })
    expect(await changed.getByRole('deletion').textContent()).toBe('250')
    expect(await changed.getByRole('insertion').textContent()).toBe('251')
    await rows.getByRole('row', { name: /^Added.*trier/ }).waitFor()
    await expectAccessible(page)

    await page.getByRole('group', { name: 'Show rows' }).getByText('Removed').click()
    await page.getByText('No rows of this kind.').waitFor()
    await page.getByRole('combobox', { name: 'Match rows by' }).click()
    await page.getByRole('option', { name: 'Position' }).click()
    await page.getByRole('group', { name: 'Show rows' }).getByText('Added').click()
    await rows.getByRole('row', { name: /^Added.*trier/ }).waitFor()
  })

  it('show only differences on request, with keys, and keep the tab in the URL', { tags: 'long' }, async () => {
    const page = await twoJobs()
    await openComparison(page)
    await page.getByText('1 row unchanged').waitFor()

    await page.keyboard.press('2')
    const parameters = page.getByRole('table', { name: 'Parameters of both jobs' })
    await parameters.getByRole('row', { name: /^Encoding/ }).waitFor()
    await page.getByRole('switch', { name: 'Only differences' }).check()
    await parameters.getByRole('row', { name: /^Encoding/ }).waitFor({ state: 'detached' })
    await parameters.getByRole('row', { name: /^Query differs/ }).waitFor()
    await expectAccessible(page)
    await page.keyboard.press('3')
    await page.getByRole('table', { name: 'Lines of both logs' }).waitFor()
    await expectAccessible(page)
    await page.reload()
    await page.getByRole('table', { name: 'Lines of both logs' }).waitFor()

    await page.getByRole('button', { name: 'Swap' }).click()
    const sides = page.getByRole('list', { name: 'Compared jobs' }).getByRole('link')
    await expect.poll(() => sides.allTextContents()).toEqual(['Second', 'First'])
  })

  it('are compared from the runs on the page of a job', { tags: 'long' }, async () => {
    const page = await asNewUser()
    await uploadAs(page, 'cochem.csv', LEVELS)
    await startQuery(page, 'select station from input', 'Stations')
    await page.goto('/jobs')
    await page.getByRole('link', { name: 'Stations' }).first().click()
    await page.getByText('Completed').first().waitFor()
    await page.getByRole('button', { name: 'Run again…' }).first().click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Start job/ })
      .click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })

    await page.getByRole('button', { name: 'Run 1 of 2' }).click()
    await page.getByRole('link', { name: 'Run 2', exact: true }).waitFor()
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Compare with run 2' }).click()

    await page.getByText(COMPARE_TEXTS.identical).waitFor()
  })
})
