import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { expectAccessible, openAsNewUser } from './browser.ts'
import { uploadAs } from './files.ts'
import { gaugeCsv } from './gauge-csv.ts'

const DEFINITION = 'application/vnd.pinexq.workflow.definition+json'

it('shows the report, saves it as one HTML file without scripts, and verifies it', async () => {
  const page = await openAsNewUser()
  // `print` is replaced, because the print dialog would stay open without a printer.
  await page.addInitScript(`
    globalThis.print = () => {
      top.printed = document.body.innerText
      dispatchEvent(new Event('afterprint'))
    }`)
  const workData = await uploadAs(page, 'gauges.csv', gaugeCsv(200))
  const definition = {
    version: 1,
    title: 'Gauge report',
    variables: {
      note: { type: 'string', default: 'Moselle <2024>' },
      readings: { type: 'string', format: 'work-data', default: workData },
    },
    nodes: [
      {
        id: 'clean',
        title: 'Clean readings',
        step: { function: 'clean_table' },
        inputs: { table: [{ variable: 'readings' }] },
      },
      {
        id: 'plot',
        title: 'Plot levels',
        step: { function: 'plot_table' },
        inputs: { table: [{ node: 'clean', slot: 'cleaned' }] },
      },
    ],
    outputs: { levels: { node: 'plot', slot: 'plot' }, cleaned: { node: 'clean', slot: 'cleaned' } },
  }
  await uploadAs(page, 'Gauge report.workflow.json', JSON.stringify(definition), DEFINITION)
  await page.goto('/workflows/explorer')
  await page.getByRole('button', { name: 'Start Gauge report' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Start workflow' }).click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.goto('/workflows/executions')
  await page
    .getByRole('table', { name: 'Executions' })
    .getByRole('link', { name: /Gauge report/ })
    .click()

  await page.getByRole('status').getByText('Completed').waitFor()
  const report = page.getByRole('article')
  await report.getByRole('heading', { name: 'Results' }).waitFor()
  // The page header shows the title and the time. The report repeats them only when it is shown without the page.
  await expect.poll(() => page.getByRole('heading', { name: 'Gauge report' }).count()).toBe(1)
  await report.getByRole('img', { name: /plot/ }).waitFor()
  await report.getByRole('row', { name: 'readings gauges.csv' }).getByRole('link').waitFor()
  await report.getByRole('columnheader', { name: 'level_cm' }).first().waitFor()
  await report.getByText(/^Shown: the first 8 of [\d,]+ rows/).waitFor()
  await expectAccessible(page)
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  await page.evaluate(`document.documentElement.dataset.theme = 'dark'`)
  expect(await page.evaluate(`getComputedStyle(document.querySelector('article')).color`)).toBe('rgb(26, 32, 36)')
  await page.emulateMedia({ media: 'screen', colorScheme: 'light' })
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Save as HTML' }).click()
  const saved = await download
  expect(saved.suggestedFilename()).toBe('Gauge report report.html')
  const html = await readFile(await saved.path(), 'utf8')
  expect(html).toMatch(/^<!doctype html>/)
  expect(html).not.toMatch(/<script|<link|src="http/)
  expect(html).toContain('Moselle &lt;2024&gt;')
  expect(html.match(/[0-9a-f]{64}/g)?.length).toBeGreaterThan(3)
  const offline = await page.context().newPage()
  await offline.setContent(html)
  await expect.poll(() => offline.getByRole('heading', { name: 'Plot levels' }).count()).toBe(1)
  await expect.poll(() => offline.getByRole('heading', { name: 'Gauge report' }).count()).toBe(1)
  await offline.close()
  await page.getByRole('button', { name: 'Print' }).click()
  await expect.poll(() => page.evaluate('globalThis.printed')).toContain('Plot levels')
  expect(await page.evaluate('globalThis.printed')).not.toContain('Verify results')
  await expect.poll(() => page.locator('iframe').count()).toBe(0)

  await page.getByRole('button', { name: 'Verify results' }).click()
  await page.getByRole('link', { name: 'Verifies an earlier execution' }).waitFor()
  await page.getByRole('tab', { name: 'Comparison' }).click()
  const verdict = page.getByRole('tabpanel').getByRole('status')
  await expect.poll(() => verdict.textContent()).toMatch(/^No differences in \d outputs\.$/)
  await expectAccessible(page)
})
