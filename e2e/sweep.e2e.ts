import { readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { refusedValues, sweptBelow } from '../apps/web/src/components/sweep/texts.ts'
import { allValuesExist } from '../apps/web/src/features/sweeps/texts.ts'
import { allowConsoleErrors, asNewUser, expectAccessible } from './browser.ts'
import { uploadAs } from './files.ts'
import { gaugeCsv } from './gauge-csv.ts'
import { openStartPanel } from './start-query.ts'

const DEFINITION = 'application/vnd.pinexq.workflow.definition+json'

describe('a sweep of one step', () => {
  it('starts a grid from the start panel, compares the results, is extended and exported', async () => {
    const page = await asNewUser()
    await uploadAs(page, 'cochem.csv', gaugeCsv(300))
    const panel = await openStartPanel(page, 'plot_table')
    await panel.getByRole('button', { name: 'Sweep a parameter' }).click()
    await panel.getByRole('combobox', { name: 'Swept parameter' }).click()
    await page.getByRole('option', { name: 'Chart type' }).click()
    const types = panel.getByRole('group', { name: 'Values of Chart type' })
    for (const name of ['Line', 'Scatter']) await types.getByRole('checkbox', { name, exact: true }).check()
    await panel.getByText('2 jobs, one for each value.').waitFor()
    await expectAccessible(page)
    await panel.getByRole('button', { name: /^Start 2 jobs/ }).click()

    await page.getByText(/^2 jobs, .* in total$/).waitFor({ timeout: 60_000 })
    const rows = page.getByRole('table', { name: 'Jobs of the sweep' }).getByRole('row')
    await expect.poll(() => rows.count()).toBe(3)
    await expect.poll(() => page.getByRole('list', { name: 'Results' }).getByRole('link').count()).toBe(2)
    await expectAccessible(page)

    await page.getByRole('button', { name: 'Add parameter values' }).click()
    await page.getByRole('dialog').getByText(allValuesExist).waitFor()
    await page.getByRole('dialog').getByRole('checkbox', { name: 'Histogram' }).check()
    await page.getByRole('dialog').getByRole('button', { name: 'Start 1 job' }).click()
    await page.getByText(/^3 jobs, .* in total$/).waitFor({ timeout: 60_000 })
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Export CSV' }).click()
    const csv = await readFile(await (await download).path(), 'utf8')
    expect(csv.replace('\uFEFF', '').split('\r\n').slice(0, 2).join('\n')).toMatch(
      /^chart,State,Job.*\nhistogram,Completed,/,
    )
  })
})

/** The values of the first parameter, as the table lists them. Each value is listed twice, once for each method. */
const SWEPT = ['1', '2', '3', '4', '5', '6', '7'].flatMap((value) => [value, value])

describe('a grid over a range and a choice', () => {
  it('is sorted by a parameter, and plotted against each of them', { tags: 'long' }, async () => {
    const page = await asNewUser()
    await uploadAs(page, 'cochem.csv', gaugeCsv(100))
    const panel = await openStartPanel(page, 'clean_table')
    await panel.getByRole('button', { name: 'Sweep a parameter' }).click()
    await panel.getByRole('combobox', { name: 'Swept parameter' }).click()
    await page.getByRole('option', { name: 'Outlier threshold', exact: true }).click()
    await panel.getByRole('textbox', { name: 'Values of Outlier threshold' }).fill('1..7')
    await panel.getByRole('button', { name: 'Sweep a second parameter' }).click()
    await panel.getByRole('combobox', { name: 'Swept parameter' }).nth(1).click()
    await page.getByRole('option', { name: 'Outlier method', exact: true }).click()
    const methods = panel.getByRole('group', { name: 'Values of Outlier method' })
    for (const name of [/hampel/i, /iqr|quartile/i]) await methods.getByRole('checkbox', { name }).check()
    await panel.getByText('14 jobs, one for each combination.').waitFor()
    await panel.getByRole('button', { name: /^Start 14 jobs/ }).click()

    await page.getByText(/^14 jobs, .* in total$/).waitFor({ timeout: 120_000 })
    const table = page.getByRole('table', { name: 'Jobs of the sweep' })
    const thresholds = () => table.locator('tbody tr td:first-child').allTextContents()
    await expect.poll(thresholds).toEqual(SWEPT)
    for (const order of ['ascending', 'descending']) {
      await table.getByRole('button', { name: 'Outlier threshold' }).click()
      await table.locator(`th[aria-sort=${order}]`).waitFor()
    }
    await expect.poll(thresholds).toEqual(SWEPT.toReversed())
    await page.getByRole('img', { name: / by Outlier threshold$/ }).waitFor()
    await page.getByRole('combobox', { name: 'Parameter' }).click()
    await page.getByRole('option', { name: 'Outlier method' }).click()
    await page.getByRole('img', { name: / by Outlier method$/ }).waitFor()
    await expectAccessible(page)

    await page.getByRole('link', { name: 'Jobs', exact: true }).first().click()
    const rows = page.getByRole('table', { name: 'Jobs' }).locator('tbody tr:has(a)')
    await page.getByRole('button', { name: '14 jobs' }).waitFor()
    await expect.poll(() => rows.count()).toBe(1)
    await page.getByText('14 jobs in 1 row').waitFor()
    await expectAccessible(page)
    await page.getByRole('button', { name: '14 jobs' }).click()
    await expect.poll(() => rows.count()).toBe(14)
    await rows.nth(1).getByRole('link').first().click()
    await page.getByRole('heading', { level: 1, name: /^Clean/ }).waitFor()
    await page.goBack()
    await expect.poll(() => rows.count()).toBe(14)
    await page.getByRole('button', { name: '14 jobs of ' }).click()
    await expect.poll(() => rows.count()).toBe(1)
    await page.getByRole('table', { name: 'Jobs' }).getByRole('checkbox').nth(1).check()
    await page.getByText('14 selected').waitFor()
    await page.keyboard.press('Escape')
    // The collapsed row represents all of its jobs, so only jobs after them can fill the rest of the page.
    await page.goto('/jobs?PageSize=4')
    await page.getByRole('button', { name: /^14 jobs/ }).waitFor()
    await page.getByText('14 jobs in 1 row').waitFor()
    await page.goto('/jobs?PageSize=3')
    await page.getByRole('button', { name: '12 of 14 jobs' }).waitFor()
    await page.getByText('1–12 of 14 jobs').waitFor()
    await page.getByRole('button', { name: 'Next page' }).click()
    // Fewer than three jobs are not collapsed but listed one by one.
    await page.getByText('13–14 of 14 jobs').waitFor()
    await expect.poll(() => rows.count()).toBe(2)
    await page.getByRole('button', { name: 'Previous page' }).click()
    await page.getByText('1–12 of 14 jobs').waitFor()

    await page.goto('/workdata/explorer?view=grid')
    const cards = page.getByRole('list', { name: 'Work data' }).getByRole('listitem')
    const results = page.getByRole('button', { name: / files of / })
    await results.waitFor()
    await expect.poll(() => cards.count()).toBe(2)
    await page.getByText('29 files in 2 cards').waitFor()
    await expectAccessible(page)
    await results.click()
    await expect.poll(() => cards.count()).toBe(29)
    await results.click()
    await expect.poll(() => cards.count()).toBe(2)
    await page.goto('/jobs')

    await page.setViewportSize({ width: 390, height: 844 })
    const phoneRows = page.getByRole('list', { name: 'Jobs' }).getByRole('listitem')
    await page.getByRole('button', { name: '14 jobs of ' }).click()
    await expect.poll(() => phoneRows.count()).toBe(14)
    await expectAccessible(page)
    await page.getByRole('button', { name: '14 jobs of ' }).click()
    await expect.poll(() => phoneRows.count()).toBe(1)
    await phoneRows.getByRole('link').first().click()
    await page.getByText(/^14 jobs, .* in total$/).waitFor()
  })
})

describe('a sweep over files', () => {
  it('runs a workflow on each of them, and is extended by another one', { tags: 'long' }, async () => {
    const page = await asNewUser()
    for (const name of ['koeln.csv', 'bonn.csv', 'trier.csv']) await uploadAs(page, name, gaugeCsv(20))
    const definition = {
      version: 1,
      title: 'Count rows',
      variables: {
        readings: { type: 'string', format: 'work-data', title: 'Readings' },
        group: { type: 'array', items: { type: 'string' }, title: 'Group by', default: [] },
      },
      nodes: [
        {
          id: 'aggregate',
          title: 'Aggregate',
          step: { function: 'aggregate_table' },
          parameters: { group_by: { variable: 'group' } },
          inputs: { table: [{ variable: 'readings' }] },
        },
      ],
    }
    await uploadAs(page, 'Count rows.workflow.json', JSON.stringify(definition), DEFINITION)
    await page.goto('/workflows/explorer')
    await page.getByRole('button', { name: 'Start Count rows' }).click()
    const panel = page.getByRole('dialog')
    await panel.getByRole('button', { name: 'Sweep a parameter' }).click()
    await panel.getByRole('combobox', { name: 'Swept parameter' }).click()
    await page.getByRole('option', { name: 'Readings', exact: true }).click()
    await panel.getByText(sweptBelow).waitFor()
    for (const name of [/koeln\.csv/, /bonn\.csv/]) {
      await panel.getByRole('button', { name: /work data for Values of Readings/ }).click()
      await page.getByRole('button', { name }).click()
      await panel.getByText(name).waitFor()
      await page.keyboard.press('Escape')
    }
    await panel.getByRole('button', { name: 'Sweep a second parameter' }).click()
    await panel.getByRole('combobox', { name: 'Swept parameter' }).nth(1).click()
    await page.getByRole('option', { name: 'Group by', exact: true }).click()
    const lists = panel.getByRole('textbox', { name: 'Values of Group by' })
    await lists.fill('["station"\n[]')
    await panel.getByRole('region', { name: 'Sweep' }).getByText('“["station"” is not JSON.').waitFor()
    await lists.fill('["station"]\n[]')
    await panel.getByText('4 jobs, one for each combination.').waitFor()
    await expectAccessible(page)
    await panel.getByRole('button', { name: /^Start 4 executions/ }).click()

    await page.getByText(/^4 jobs, .* in total$/).waitFor({ timeout: 120_000 })
    const table = page.getByRole('table', { name: 'Jobs of the sweep' })
    await expect.poll(() => table.getByRole('cell', { name: 'koeln.csv' }).count()).toBe(2)
    await page.getByRole('button', { name: 'Add parameter values' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText(allValuesExist).waitFor()
    await dialog.getByRole('button', { name: 'Add work data for Readings' }).click()
    await page.getByRole('button', { name: /trier\.csv/ }).click()
    await dialog.getByText('trier.csv').waitFor()
    await page.keyboard.press('Escape')
    await dialog.getByRole('button', { name: 'Start 2 jobs' }).click()
    await page.getByText(/^6 jobs, .* in total$/).waitFor({ timeout: 120_000 })
  })
})

describe('a sweep of a workflow', () => {
  it('names every value that the server refuses', async () => {
    const page = await asNewUser()
    const workData = await uploadAs(page, 'gauges.csv')
    const node = {
      id: 'clean',
      step: { function: 'clean_table' },
      parameters: { outlier_threshold: { variable: 'threshold' } },
      inputs: { table: [{ workData }] },
    }
    const variables = { threshold: { type: 'number', title: 'Threshold', default: 3 } }
    const definition = { version: 1, title: 'Clean', variables, nodes: [node] }
    await uploadAs(page, 'Clean.workflow.json', JSON.stringify(definition), DEFINITION)
    await page.goto('/workflows/explorer')
    await page.getByRole('button', { name: 'Start Clean' }).click()
    const panel = page.getByRole('dialog')
    await panel.getByRole('button', { name: 'Sweep a parameter' }).click()
    await panel.getByRole('textbox', { name: 'Values of Threshold' }).fill('3, -1, -2')
    await panel.getByRole('button', { name: /^Start 3 executions/ }).click()

    const refused = panel.getByRole('list', { name: refusedValues }).getByRole('listitem')
    await expect.poll(() => refused.count()).toBe(2)
    expect(await refused.allTextContents()).toEqual([
      expect.stringMatching(/^Threshold -1: /),
      expect.stringMatching(/^Threshold -2: /),
    ])
    allowConsoleErrors(/422 .*StartSweep/)
    await expectAccessible(page)
  })

  it('retries in place what failed, by keyboard', async () => {
    const page = await asNewUser()
    const workData = await uploadAs(page, 'gauges.csv')
    const definition = {
      version: 1,
      title: 'Count rows',
      variables: { sql: { type: 'string', title: 'Query', default: 'select 1' } },
      nodes: [
        { id: 'clean', step: { function: 'clean_table' }, inputs: { table: [{ workData }] } },
        {
          id: 'count',
          title: 'Count',
          step: { function: 'query_table' },
          parameters: { sql: { variable: 'sql' } },
          inputs: { tables: [{ node: 'clean', slot: 'cleaned' }] },
        },
      ],
      outputs: { counted: { node: 'count', slot: 'result' } },
    }
    await uploadAs(page, 'Count rows.workflow.json', JSON.stringify(definition), DEFINITION)
    await page.goto('/workflows/explorer')
    await page.getByRole('button', { name: 'Start Count rows' }).click()
    const panel = page.getByRole('dialog')
    await panel.getByRole('button', { name: 'Sweep a parameter' }).focus()
    await page.keyboard.press('Enter')
    await panel
      .getByRole('textbox', { name: 'Values of Query' })
      .fill('select * from input limit 5, select * from input limit 9, select nope from input')
    await page.keyboard.press('ControlOrMeta+Enter')

    await page.getByText('2 of 3 completed, 1 failed').waitFor({ timeout: 60_000 })
    await page.getByRole('cell', { name: '9', exact: true }).waitFor()
    await expectAccessible(page)
    await page.setViewportSize({ width: 390, height: 844 })
    await expectAccessible(page)
    await page.setViewportSize({ width: 1440, height: 900 })
    const rows = page.getByRole('table', { name: 'Jobs of the sweep' }).getByRole('row')
    const failed = rows.filter({ hasText: 'nope from input' }).getByRole('link')
    const before = await failed.getAttribute('href')
    await page.getByRole('button', { name: 'Retry 1 failed job' }).focus()
    await page.keyboard.press('Enter')
    await page.getByText('1 job started again').waitFor()
    await expect.poll(() => failed.getAttribute('href')).not.toBe(before)
    await page.getByText('2 of 3 completed, 1 failed').waitFor({ timeout: 60_000 })
    await expect.poll(() => rows.count()).toBe(4)
  })
})
