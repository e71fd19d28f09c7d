import { readFile } from 'node:fs/promises'
import type { Locator, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { asNewUser, expectAccessible } from './browser.ts'
import { uploadAs } from './files.ts'
import { gaugeCsv } from './gauge-csv.ts'

const STEPS = [
  ['Clean table', 'clean_table'],
  ['Aggregate table', 'aggregate_table'],
  ['Plot table', 'plot_table'],
] as const

/** How long jobs may take on a busy machine. */
const RUNS = { timeout: 120_000 }

const node = (page: Page, id: string) => page.locator(`.react-flow__node[data-id="${id}"]`)
const edges = (page: Page) => page.locator('.react-flow__edge')
const palette = (page: Page) => page.getByRole('combobox', { name: 'Search steps' })
const inspector = (page: Page) => page.getByRole('complementary', { name: 'Details' })
const execution = (page: Page) => page.getByRole('region', { name: 'Execution' })
const chooseGauges = (page: Page) => page.getByRole('button', { name: /gauges\.csv/ })
const decisions = (page: Page, group: string) =>
  page.getByRole('dialog').getByRole('list', { name: group, exact: true }).getByRole('listitem')

async function openEmptyCanvas(): Promise<Page> {
  const page = await asNewUser()
  await uploadAs(page, 'gauges.csv', gaugeCsv(400))
  await page.goto('/workflows/configurator')
  await page
    .getByRole('option', { name: /Clean table/ })
    .first()
    .waitFor()
  return page
}

/** Opens with the node that failed, and says why. */
async function seeFailure(page: Page): Promise<void> {
  await page.getByRole('status').getByText('Failed').first().waitFor(RUNS)
  const details = page.getByRole('complementary')
  await details.getByRole('heading', { name: 'Aggregate table' }).waitFor()
  await details
    .getByText(/no_such_column/)
    .first()
    .waitFor()
}

/** Only what the mended parameter changes runs again. */
async function seeWhatRunsAgain(page: Page): Promise<void> {
  await expect.poll(() => decisions(page, 'Reused').count(), RUNS).toBe(1)
  await expect.poll(() => decisions(page, 'Reused').allTextContents()).toEqual([expect.stringMatching(/^Clean table/)])
  await expect
    .poll(() => decisions(page, 'Runs again').allTextContents())
    .toEqual([expect.stringMatching(/^Aggregate table/), expect.stringMatching(/^Plot table/)])
  await page.getByRole('dialog').getByText('2 nodes run again; 1 is reused.').waitFor()
}

async function startWithMouse(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Start workflow/ }).click()
  const start = page.getByRole('dialog', { name: 'Start River gauges' })
  await start.getByRole('button', { name: 'Choose work data for' }).click()
  await chooseGauges(page).click()
  await start.getByText('gauges.csv').waitFor()
  await start.getByRole('button', { name: /^Start workflow/ }).click()
  await start.waitFor({ state: 'detached' })
}

async function startWithKeys(page: Page): Promise<void> {
  await page.keyboard.press('Control+Enter')
  const start = page.getByRole('dialog', { name: 'Start New workflow' })
  await press(page, start.getByRole('button', { name: 'Choose work data for' }))
  await press(page, chooseGauges(page))
  await start.getByText('gauges.csv').waitFor()
  await page.keyboard.press('Control+Enter')
  await start.waitFor({ state: 'detached' })
}

async function press(page: Page, target: Locator): Promise<void> {
  await target.focus()
  await page.keyboard.press('Enter')
}

/** Reads the report and saves it as a file. */
async function seeReport(page: Page): Promise<void> {
  const article = page.getByRole('article')
  await article.getByRole('heading', { name: 'Aggregate table', exact: true }).waitFor(RUNS)
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Save as HTML' }).click()
  const html = await readFile(await (await download).path(), 'utf8')
  expect(html).toContain('aggregate_table')
  expect(html).not.toContain('<script')
}

/** Five charts, side by side. */
async function compareSweep(page: Page, caption: string): Promise<void> {
  await page.getByText('5 of 5 completed').waitFor(RUNS)
  const figures = page.getByRole('list', { name: 'Results' }).getByRole('link')
  await expect.poll(() => figures.count(), RUNS).toBe(5)
  await expect.poll(() => figures.allTextContents()).toContainEqual(expect.stringContaining(caption))
  await expect.poll(() => page.getByRole('table', { name: 'Jobs of the sweep' }).getByRole('row').count()).toBe(6)
}

const INTERVALS = 'hour, day, week, month, quarter'

describe('a workflow from an empty canvas', () => {
  it('is built, run, broken, mended, reported and swept with the mouse', { timeout: 900_000 }, async () => {
    const page = await openEmptyCanvas()
    await page.getByRole('option', { name: /Input data/ }).click()
    await node(page, 'variable-data').waitFor()
    for (const [name, id] of STEPS) {
      await palette(page).fill(name)
      await page.getByText(/^Fits after/).waitFor()
      await page.getByRole('option', { name }).first().click()
      await node(page, id).and(page.locator('.selected')).waitFor()
    }
    await page.getByRole('status').getByText('No problems').waitFor()
    await page.getByRole('button', { name: 'Tidy up' }).click()
    await expect.poll(() => edges(page).count()).toBe(3)

    await node(page, 'aggregate_table').click()
    await inspector(page).getByRole('button', { name: 'Bind Interval', exact: true }).click()
    await page.getByRole('button', { name: 'New variable for Interval' }).click()
    await inspector(page).getByText('variable every').waitFor()
    await page.locator('.react-flow__pane').click({ position: { x: 300, y: 500 } })
    await inspector(page).getByLabel('Title', { exact: true }).first().fill('River gauges')
    await page.getByRole('button', { name: /^Save/ }).click()
    await page.getByText('Saved as version 1').waitFor()
    await startWithMouse(page)
    await execution(page).getByText('3 of 3 steps done').waitFor(RUNS)
    await execution(page).getByRole('button', { name: 'Back to editing' }).click()

    await node(page, 'aggregate_table').click()
    await inspector(page).getByRole('textbox', { name: 'Time column' }).fill('no_such_column')
    await startWithMouse(page)
    await execution(page)
      .getByText(/1 failed/)
      .waitFor(RUNS)
    await execution(page).getByRole('link', { name: 'Open execution' }).click()
    await seeFailure(page)

    await page.getByRole('button', { name: 'Fix and continue' }).click()
    const sheet = page.getByRole('dialog')
    await seeWhatRunsAgain(page)
    await sheet.getByRole('textbox', { name: 'Time column' }).fill('')
    await seeWhatRunsAgain(page)
    await sheet.getByRole('button', { name: /^Start/ }).click()
    await sheet.waitFor({ state: 'detached' })
    await page.getByRole('status').getByText('Completed').first().waitFor(RUNS)
    await seeReport(page)

    await page.goto('/workflows/explorer')
    await page
      .getByRole('link', { name: 'Last run of River gauges' })
      .getByText(/^Failed after/)
      .waitFor()
    await page.getByRole('link', { name: 'River gauges', exact: true }).click()
    await node(page, 'aggregate_table').click()
    await inspector(page).getByRole('textbox', { name: 'Time column' }).fill('')
    await page.getByRole('button', { name: /^Save/ }).click()
    await page.getByText('Saved as version 3').waitFor()
    await page.getByRole('button', { name: /^Start workflow/ }).click()
    await sheet.getByRole('button', { name: 'Choose work data for' }).click()
    await chooseGauges(page).click()
    await sheet.getByText('gauges.csv').waitFor()
    await sheet.getByRole('button', { name: 'Sweep a parameter' }).click()
    await sheet.getByRole('textbox', { name: 'Values of Interval' }).fill(INTERVALS)
    await sheet.getByRole('button', { name: /^Start 5 executions/ }).click()
    await compareSweep(page, 'Interval: Week')
    await expectAccessible(page)
  })

  it('is built, run, broken, mended, reported and swept with the keyboard', { timeout: 900_000 }, async () => {
    const page = await openEmptyCanvas()
    await page.keyboard.press('/')
    await page.keyboard.type('input data')
    await page.keyboard.press('Enter')
    await node(page, 'variable-data').waitFor()
    for (const [name, id] of STEPS) {
      await page.keyboard.press('ControlOrMeta+a')
      await page.keyboard.type(name)
      await page.getByText(/^Fits after/).waitFor()
      await page.keyboard.press('Enter')
      await node(page, id).and(page.locator('.selected')).waitFor()
    }
    await page.getByRole('status').getByText('No problems').waitFor()

    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
    await page.keyboard.press('ArrowLeft')
    await node(page, 'aggregate_table').and(page.locator('.selected')).waitFor()
    await inspector(page).getByRole('textbox', { name: 'Time column' }).focus()
    await page.keyboard.type('no_such_column')
    await page.keyboard.press('Control+s')
    await page.getByText('Saved as version 1').waitFor()
    await startWithKeys(page)
    await execution(page)
      .getByText(/1 failed/)
      .waitFor(RUNS)
    await press(page, execution(page).getByRole('link', { name: 'Open execution' }))
    await seeFailure(page)

    await press(page, page.getByRole('button', { name: 'Fix and continue' }))
    const sheet = page.getByRole('dialog')
    await seeWhatRunsAgain(page)
    await sheet.getByRole('textbox', { name: 'Time column' }).focus()
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.press('Delete')
    await seeWhatRunsAgain(page)
    await page.keyboard.press('ControlOrMeta+Enter')
    await sheet.waitFor({ state: 'detached' })
    await page.getByRole('status').getByText('Completed').first().waitFor(RUNS)
    await seeReport(page)

    await page.goto('/workflows/explorer')
    await press(
      page,
      page.getByRole('list', { name: 'Workflows' }).getByRole('link', { name: 'New workflow', exact: true }),
    )
    await node(page, 'aggregate_table').waitFor()
    for (const id of ['variable-data', 'clean_table', 'aggregate_table']) {
      await page.keyboard.press('ArrowRight')
      await node(page, id).and(page.locator('.selected')).waitFor()
    }
    await inspector(page).getByRole('textbox', { name: 'Time column' }).focus()
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.press('Delete')
    await page.keyboard.press('Control+s')
    await page.getByText('Saved as version 2').waitFor()
    await page.keyboard.press('Control+Enter')
    await press(page, sheet.getByRole('button', { name: 'Choose work data for' }))
    await press(page, chooseGauges(page))
    await sheet.getByText('gauges.csv').waitFor()
    await press(page, sheet.getByRole('button', { name: 'Sweep a parameter' }))
    await press(page, sheet.getByRole('combobox', { name: 'Swept parameter' }))
    await press(page, page.getByRole('option', { name: 'Aggregate table: Interval', exact: true }))
    await sheet.getByRole('textbox', { name: 'Values of Aggregate table: Interval' }).focus()
    await page.keyboard.type(INTERVALS)
    await sheet.getByText('5 jobs, one for each value.').waitFor()
    await expectAccessible(page)
    await page.keyboard.press('ControlOrMeta+Enter')
    await compareSweep(page, 'Aggregate table: Interval: Week')
  })
})
