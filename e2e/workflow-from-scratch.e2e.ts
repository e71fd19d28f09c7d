import { readFile } from 'node:fs/promises'
import { firstOf } from '@millrace/tables/testing/long'
import type { Locator, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { asNewUser } from './browser.ts'

/** Timeout for jobs, which may be slow on a busy machine. */
const RUNS = { timeout: 180_000 }

const INTERVALS = firstOf(2, ['Week', 'Month', 'Hour', 'Day', 'Quarter'])
const COUNT = INTERVALS.length

const node = (page: Page, id: string) => page.locator(`.react-flow__node[data-id="${id}"]`)
const edges = (page: Page) => page.locator('.react-flow__edge')
const palette = (page: Page) => page.getByRole('combobox', { name: 'Search steps' })
const inspector = (page: Page) => page.getByRole('complementary', { name: 'Details' })
const execution = (page: Page) => page.getByRole('region', { name: 'Execution' })
const sheet = (page: Page) => page.getByRole('dialog', { name: /^(Start|Fix and continue) / })
const timeColumn = (within: Locator) => within.getByRole('textbox', { name: 'Time column' })
const decisions = (page: Page, group: string) =>
  sheet(page).getByRole('list', { name: group, exact: true }).getByRole('listitem')

/** A way of using the page, by mouse or by keyboard. */
interface Hand {
  press: (target: Locator) => Promise<void>
  tick: (box: Locator) => Promise<void>
  write: (field: Locator, text: string) => Promise<void>
  /** Picks an entry that the palette has found. */
  pick: (option: Locator) => Promise<void>
  save: (page: Page) => Promise<void>
  start: (page: Page, verb: RegExp) => Promise<void>
}

const MOUSE: Hand = {
  press: (target) => target.click(),
  tick: (box) => box.check(),
  write: (field, text) => field.fill(text),
  pick: (option) => option.click(),
  save: (page) => page.getByRole('button', { name: /^Save/ }).click(),
  start: (page, verb) => page.getByRole('button', { name: verb }).last().click(),
}

const KEYS: Hand = {
  async press(target) {
    await target.focus()
    await target.page().keyboard.press('Enter')
  },
  async tick(box) {
    await box.focus()
    await box.page().keyboard.press('Space')
  },
  async write(field, text) {
    await field.focus()
    await field.page().keyboard.press('ControlOrMeta+a')
    await field.page().keyboard.press('Delete')
    await field.page().keyboard.type(text)
  },
  pick: (option) => option.page().keyboard.press('Enter'),
  save: (page) => page.keyboard.press('Control+s'),
  start: (page) => page.keyboard.press('ControlOrMeta+Enter'),
}

async function openEmptyCanvas(): Promise<Page> {
  const page = await asNewUser()
  const origin = new URL(page.url()).origin
  const reply = await page.request.post('/api/JobsRoot/AddSampleData', { headers: { origin } })
  expect(reply.status(), await reply.text()).toBe(201)
  await page.goto('/workflows/configurator')
  await page
    .getByRole('option', { name: /Clean table/ })
    .first()
    .waitFor()
  return page
}

/** Adds a step after the one that is selected. */
async function addStep(page: Page, hand: Hand, name: string, id: string): Promise<void> {
  await hand.write(palette(page), name)
  await page.getByText(/^Fits after/).waitFor()
  await hand.pick(page.getByRole('option', { name }).first())
  await node(page, id).and(page.locator('.selected')).waitFor()
}

/** Builds the sample workflow: cleans and profiles readings, then aggregates and plots them for each station. */
async function buildSample(page: Page, hand: Hand): Promise<void> {
  await hand.write(palette(page), 'Input data')
  await hand.pick(page.getByRole('option', { name: /Input data/ }).first())
  await node(page, 'variable-data').and(page.locator('.selected')).waitFor()
  await addStep(page, hand, 'Clean table', 'clean_table')
  await addStep(page, hand, 'Profile table', 'profile_table')
  await hand.press(node(page, 'clean_table'))
  await addStep(page, hand, 'Split by column', 'split_by_column')
  await hand.write(inspector(page).getByRole('textbox', { name: 'Split by' }), 'station')
  await addStep(page, hand, 'Aggregate table', 'aggregate_table')
  await hand.press(inspector(page).getByRole('button', { name: 'Bind Interval', exact: true }))
  await hand.press(page.getByRole('button', { name: 'New variable for Interval' }))
  await inspector(page).getByText('variable every').waitFor()
  await addStep(page, hand, 'Plot table', 'plot_table')
  await inspector(page).getByRole('checkbox', { name: 'List plot in the report' }).check()
  await page.getByRole('status').getByText('No problems').waitFor()
  await hand.press(page.getByRole('button', { name: 'Tidy up' }))
  // Connections of repetitions have no slot, but they are edges as well.
  await expect.poll(() => edges(page).count()).toBe(5)
  await hand.save(page)
  await page.getByText('Saved as version 1').waitFor()
}

async function chooseReadings(page: Page, hand: Hand): Promise<void> {
  await hand.press(sheet(page).getByRole('button', { name: 'Choose work data for' }))
  // Searches for the file, because results of earlier runs precede it in the list.
  await hand.write(page.getByRole('searchbox', { name: 'Search work data' }), 'sample.csv')
  await hand.press(page.getByRole('button', { name: /^river_gauges_sample\.csv/ }))
  await sheet(page).getByText('river_gauges_sample.csv').waitFor()
}

async function run(page: Page, hand: Hand): Promise<void> {
  await hand.start(page, /^Start workflow/)
  await chooseReadings(page, hand)
  await hand.start(page, /^Start workflow/)
  await sheet(page).waitFor({ state: 'detached' })
}

/**
 * Checks that the execution opens with the failed node and shows the reason. Waits for the page first, because the
 * configurator shows the same text.
 */
async function seeFailure(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Open workflow' }).waitFor()
  await page.getByRole('status').getByText('Failed').first().waitFor(RUNS)
  const details = page.getByRole('complementary')
  await details.getByRole('heading', { name: 'Aggregate table' }).waitFor()
  await details
    .getByText(/no_such_column/)
    .first()
    .waitFor()
}

/**
 * Checks that only the nodes affected by the corrected parameter run again. The profile may also run again, because it
 * may have been canceled when the execution failed.
 */
async function seeWhatRunsAgain(page: Page): Promise<void> {
  const named = (group: string, name: string) => decisions(page, group).filter({ hasText: name })
  for (const name of ['Clean table', 'Split by column'])
    await expect.poll(() => named('Reused', name).count(), RUNS).toBe(1)
  for (const name of ['Aggregate table', 'Plot table'])
    await expect.poll(() => named('Runs again', name).count(), RUNS).toBe(1)
  await sheet(page)
    .getByText(/^[23] steps run again; [23] are reused\.$/)
    .waitFor()
}

/** Reads the report and saves it as a file. */
async function seeReport(page: Page, hand: Hand): Promise<void> {
  const article = page.getByRole('article')
  await article.getByRole('heading', { name: 'Aggregate table', exact: true }).waitFor(RUNS)
  const download = page.waitForEvent('download')
  await hand.press(page.getByRole('button', { name: 'Save as HTML' }))
  const html = await readFile(await (await download).path(), 'utf8')
  expect(html).toContain('aggregate_table')
  expect(html).not.toContain('<script')
}

/** Compares the charts of one station side by side, and then those of another station. */
async function compareSweep(page: Page, hand: Hand): Promise<void> {
  await page.getByText(new RegExp(`^${COUNT} jobs, .* in total$`)).waitFor(RUNS)
  const figures = page.getByRole('list', { name: 'Results' }).getByRole('link')
  const output = page.getByRole('combobox', { name: 'Output' })
  await expect.poll(() => figures.count(), RUNS).toBe(COUNT)
  await expect.poll(() => figures.allTextContents()).toContainEqual(expect.stringContaining('Interval: Week'))
  await hand.press(output)
  await hand.press(page.getByRole('option', { name: 'Plot 2', exact: true }))
  await output.getByText('Plot 2').waitFor()
  await expect.poll(() => figures.count(), RUNS).toBe(COUNT)
  await expect
    .poll(() => page.getByRole('table', { name: 'Jobs of the sweep' }).getByRole('row').count())
    .toBe(COUNT + 1)
}

async function wholeJourney(page: Page, hand: Hand): Promise<void> {
  const began = performance.now()
  await buildSample(page, hand)
  process.stdout.write(`The sample was built in ${((performance.now() - began) / 1000).toFixed(1)} s.\n`)
  await run(page, hand)
  await execution(page).getByText('5 of 5 steps done').waitFor(RUNS)
  await hand.press(execution(page).getByRole('button', { name: 'Back to editing' }))

  await hand.press(node(page, 'aggregate_table'))
  await hand.write(timeColumn(inspector(page)), 'no_such_column')
  await run(page, hand)
  await execution(page)
    .getByText(/1 failed/)
    .waitFor(RUNS)
  await hand.press(execution(page).getByRole('link', { name: 'Open execution' }))
  await page.waitForURL('**/workflows/executions/**')
  await seeFailure(page)

  await hand.press(page.getByRole('button', { name: 'Fix and continue' }))
  await seeWhatRunsAgain(page)
  // Enters a value that differs from that of the first run. Otherwise, the results of that run would be reused.
  await hand.write(sheet(page).getByRole('combobox', { name: 'Time column' }), 'timestamp')
  await page.keyboard.press('Enter')
  await seeWhatRunsAgain(page)
  await hand.start(page, /^Start/)
  await sheet(page).waitFor({ state: 'detached' })
  await page.getByRole('status').getByText('Completed').first().waitFor(RUNS)
  await seeReport(page, hand)

  await page.goto('/workflows/explorer')
  await page
    .getByRole('link', { name: 'Last run of New workflow' })
    .getByText(/no_such_column/)
    .waitFor()
  const saved = page.getByRole('list', { name: 'Workflows' }).getByRole('link', { name: 'New workflow', exact: true })
  await hand.press(saved)
  await hand.press(node(page, 'aggregate_table'))
  await hand.write(timeColumn(inspector(page)), '')
  await hand.save(page)
  await page.getByText('Saved as version 3').waitFor()
  await hand.start(page, /^Start workflow/)
  await chooseReadings(page, hand)
  await hand.press(sheet(page).getByRole('button', { name: 'Sweep a parameter' }))
  await hand.press(sheet(page).getByRole('combobox', { name: 'Swept parameter' }))
  await hand.press(page.getByRole('option', { name: 'Interval', exact: true }))
  const values = sheet(page).getByRole('group', { name: 'Values of Interval' })
  for (const name of INTERVALS) await hand.tick(values.getByRole('checkbox', { name, exact: true }))
  await sheet(page).getByText(`${COUNT} jobs, one for each value.`).waitFor()
  await hand.start(page, new RegExp(`^Start ${COUNT} executions`))
  await compareSweep(page, hand)
}

describe('the sample workflow from an empty canvas', () => {
  it('is built, run, broken, fixed, reported and swept with the mouse', { timeout: 900_000 }, async () => {
    await wholeJourney(await openEmptyCanvas(), MOUSE)
  })

  it('is built, run, broken, fixed, reported and swept with the keyboard', {
    tags: 'long',
    timeout: 900_000,
  }, async () => {
    await wholeJourney(await openEmptyCanvas(), KEYS)
  })
})
