import { firstOf } from '@millrace/tables/testing/long'
import type { Locator, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { chartThisColumn, closeChart, drawing } from '../apps/web/src/features/previews/table/chart/texts.ts'
import { plotAsAJob } from '../apps/web/src/features/start-job/texts.ts'
import { asNewUser, expectAccessible } from './browser.ts'
import { uploadAs } from './files.ts'
import { JOB_STARTED } from './start-query.ts'

const DAYS = Array.from({ length: 28 }, (_, at) => `2024-02-${String(at + 1).padStart(2, '0')}`)
const LEVELS = `day,station,level_cm,flow\n${DAYS.map((day, at) => `${day},${['Köln', 'Bonn'][at % 2]},${300 + 5 * at},${40 - at}`).join('\n')}\n`

async function opensLevels(page: Page) {
  const address = await uploadAs(page, 'levels.csv', LEVELS)
  await page.goto(`/workdata/explorer/${Buffer.from(new URL(address).pathname).toString('base64url')}`)
  await page.getByRole('table', { name: 'Rows of levels.csv' }).waitFor()
  return page.getByRole('region', { name: 'Chart', exact: true })
}

/** Waits until the chart is drawn. Until then, the previous chart is shown dimmed. */
const isDrawn = (chart: Locator) => chart.locator('[aria-busy="true"]').waitFor({ state: 'detached' })

const chartButton = (page: Page) => page.getByRole('button', { name: 'Chart', exact: true })

/** Returns the classes of elements around the chart that cut it off, or that scroll and are shorter than the chart. */
function cutters(chart: Locator): Promise<string[]> {
  return chart.evaluate((section) => {
    const found: string[] = []
    let box = section.getBoundingClientRect()
    for (let around = section.parentElement; around; around = around.parentElement) {
      const { overflowY } = section.ownerDocument.defaultView.getComputedStyle(around)
      if (overflowY === 'visible') continue
      const frame = around.getBoundingClientRect()
      const isScrolled = overflowY !== 'hidden' && overflowY !== 'clip' && around.scrollHeight > around.clientHeight
      const top = isScrolled ? frame.top : box.top
      if (top < frame.top - 1 || top + box.height > frame.bottom + 1) found.push(around.className)
      if (isScrolled) box = frame
    }
    return found
  })
}

/** Asserts that the chart isn't cut off and that several rows remain below it. */
async function expectRoomForBoth(page: Page, chart: Locator) {
  expect(await cutters(chart)).toEqual([])
  const [above, rows] = await Promise.all([
    chart.boundingBox(),
    page.getByLabel('Rows of levels.csv').first().boundingBox(),
  ])
  expect(rows?.height).toBeGreaterThan(250)
  expect(rows?.y).toBeGreaterThanOrEqual((above?.y ?? 0) + (above?.height ?? 0))
}

async function chooses(page: Page, label: string, option: string) {
  await page.getByRole('combobox', { name: label }).press('Enter')
  await page.getByRole('option', { name: option, exact: true }).press('Enter')
}

describe.each(
  firstOf(1, [
    { colorScheme: 'light', width: 1280 },
    { colorScheme: 'dark', width: 390 },
  ] as const),
)('the chart of a table in the $colorScheme theme, $width pixels wide', ({ colorScheme, width }) => {
  it('draws chosen columns of the visible rows by keyboard, and becomes a job', async () => {
    const page = await asNewUser({ colorScheme, viewport: { width, height: 844 } })
    const chart = await opensLevels(page)
    await chartButton(page).press('Enter')
    await chart.getByRole('img', { name: 'level_cm over day' }).waitFor()
    await chart.getByText('28 rows', { exact: true }).waitFor()
    await isDrawn(chart)
    await expectAccessible(page)
    await expectRoomForBoth(page, chart)
    await chooses(page, 'Vertical axis', 'flow')
    await chart.getByRole('img', { name: 'flow over day' }).waitFor()

    await chart.getByRole('radio', { name: 'Line' }).press('ArrowRight')
    await chart.getByRole('radio', { name: 'Points', checked: true }).waitFor()
    await chart.getByRole('radio', { name: 'Points' }).press('ArrowRight')
    const bars = chart.getByRole('list', { name: 'Mean of flow per station' })
    await bars.getByText('27', { exact: true }).waitFor()
    await chooses(page, 'Bar', 'Count of rows')
    await chart.getByRole('list', { name: 'Count of rows per station' }).waitFor()
    await isDrawn(chart)
    await expectAccessible(page)

    await page.getByLabel('Search the table').fill('Bonn')
    await chart.getByText('14 rows', { exact: true }).waitFor()
    await page.getByLabel('Search the table').fill('')
    await chart.getByText('28 rows', { exact: true }).waitFor()
    await chooses(page, 'Bar', 'Sum of level_cm')
    await chart.getByRole('button', { name: plotAsAJob }).click()
    const start = page.getByRole('dialog')
    await start.getByRole('group', { name: 'Show parameters as' }).getByText('JSON').click()
    const parameters = JSON.parse(await start.getByLabel('Parameters as JSON').inputValue()) as object
    expect(parameters).toMatchObject({ chart: 'bar', x: 'station', y: ['level_cm'], measure: 'sum' })
    await start.getByRole('button', { name: /^Start job/ }).click()
    await page.getByText(JOB_STARTED).first().waitFor()
  })
})

it('a chart opens from the panel of a column, waits for the choice of columns, and closes with Escape', {
  tags: 'long',
}, async () => {
  const page = await asNewUser()
  const chart = await opensLevels(page)
  await page.getByRole('button', { name: 'Filter station' }).click()
  await page.getByRole('button', { name: chartThisColumn }).click()
  await chart.getByRole('list', { name: 'Count of rows per station' }).waitFor()
  await page.getByRole('status', { name: drawing }).waitFor({ state: 'detached' })

  await chart.getByRole('button', { name: closeChart }).press('Escape')
  await chart.waitFor({ state: 'detached' })
  await chartButton(page).and(page.locator(':focus')).waitFor()
})

it('a chart of a long table has a line for each series, and so has its job', { tags: 'long' }, async () => {
  const page = await asNewUser()
  const rows = DAYS.flatMap((day) => ['Aare', 'Inn', 'Lech'].map((station, at) => `${day},${station},${10 * at + 10}`))
  const address = await uploadAs(page, 'gauges.csv', `day,station,level\n${rows.join('\n')}\n`)
  await page.goto(`/workdata/explorer/${Buffer.from(new URL(address).pathname).toString('base64url')}`)
  await page.getByRole('table', { name: 'Rows of gauges.csv' }).waitFor()
  const chart = page.getByRole('region', { name: 'Chart', exact: true })
  await chartButton(page).click()

  for (const name of ['Aare', 'Inn', 'Lech']) await chart.getByText(`● ${name}`).waitFor()
  expect(await chart.getByRole('combobox', { name: 'Color by' }).textContent()).toContain('station')
  await isDrawn(chart)
  await expectAccessible(page)
  await chooses(page, 'Color by', 'None')
  await chart.getByText('“day” repeats. Choose Color by to draw a line for each series.').waitFor()
  await chooses(page, 'Color by', 'station')
  await chart.getByText('● Lech').waitFor()
  await chart.getByRole('button', { name: plotAsAJob }).click()
  const color = page.getByRole('dialog').getByRole('combobox', { name: 'Color by' })
  await expect.poll(async () => (await color.inputValue().catch(() => color.textContent())) ?? '').toContain('station')
})
