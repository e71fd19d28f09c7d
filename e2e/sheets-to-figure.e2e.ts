import { readFileSync } from 'node:fs'
import { type CellValue, type WriteSheet, writeXlsx } from 'hucre/xlsx'
import type { Locator, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { expectAccessible, openAsNewUser } from './browser.ts'
import { JOB_STARTED } from './start-query.ts'

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/**
 * The header rows of a sheet: a title, two rows of column names, and units. One name is merged over two columns. The
 * columns are the date, the station, and three numbers.
 */
const SURVEY_HEADER: CellValue[][] = [
  ['Survey of river stations, 2024'],
  [],
  ['Date', 'Station', 'Temperature', null, 'Level'],
  [null, null, 'mean', 'max', null],
  [null, null, '°C', '°C', 'cm'],
]
const STATIONS: CellValue[][] = [
  ['Stations, as of May 2024'],
  ['Station', 'River', 'River km'],
  [null, null, 'km'],
  ['Kaub', 'Rhine', 546.3],
  ['Cochem', 'Mosel', 51.6],
]
const NOTES: WriteSheet = { name: 'Notes', rows: [['The probe in Cochem was replaced in March.']] }

/** Creates a sheet with three values per month for each of two stations. */
function survey(): WriteSheet {
  const rows = [0, 1, 2, 3].flatMap((month) =>
    [5, 15, 25].flatMap((day, at) =>
      ['Kaub', 'Cochem'].map((station) => {
        const mean = 10 + month + at
        return [new Date(Date.UTC(2024, month, day)), station, mean, mean + 2, at === 2 ? null : 200 + 5 * at]
      }),
    ),
  )
  const merges = [
    { startRow: 0, endRow: 0, startCol: 0, endCol: 4 },
    { startRow: 2, endRow: 2, startCol: 2, endCol: 3 },
  ]
  return { name: '2024', rows: [...SURVEY_HEADER, ...rows], merges }
}

async function workbook(name: string, ...sheets: WriteSheet[]) {
  return { name, mimeType: XLSX, buffer: Buffer.from(await writeXlsx({ sheets })) }
}

/** Starts the job, waits for its completion and opens it. */
async function runs(page: Page, panel: Locator, job: RegExp): Promise<void> {
  await panel.getByRole('button', { name: /^Start job/ }).click()
  await panel.waitFor({ state: 'detached' })
  await page.getByText(JOB_STARTED).last().waitFor()
  await page.getByRole('link', { name: 'Jobs', exact: true }).first().click()
  await page.getByRole('link', { name: job }).first().click()
  await page.getByText('Completed').first().waitFor({ timeout: 60_000 })
}

async function chooses(page: Page, panel: Locator, name: string, option: string): Promise<void> {
  await panel.getByRole('combobox', { name, exact: true }).click()
  await page.getByRole('option', { name: option, exact: true }).click()
}

it('files chosen on the dashboard are uploaded, even if another page opens meanwhile', async () => {
  const page = await openAsNewUser()
  const choose = page.getByRole('button', { name: 'Choose files' })
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), choose.click()])
  await page.getByRole('link', { name: 'Upload', exact: true }).click()
  await page.getByRole('heading', { name: 'Upload files' }).waitFor()

  await chooser.setFiles([await workbook('survey.xlsx', survey())])

  await page.getByRole('list', { name: 'Uploads' }).getByText('survey.xlsx').waitFor()
})

describe('two Excel sheets', () => {
  it('become a PDF of monthly means with error bars, with clicks on what the pages show', async () => {
    const page = await openAsNewUser()
    const started = performance.now()
    await page.getByRole('link', { name: 'Upload', exact: true }).click()
    await page.getByRole('heading', { name: 'Upload files' }).waitFor()
    const choose = page.getByRole('button', { name: 'Choose files' }).first()
    const [chooser] = await Promise.all([page.waitForEvent('filechooser'), choose.click()])
    const sheets = [
      await workbook('survey.xlsx', survey(), NOTES),
      await workbook('stations.xlsx', { name: 'All', rows: STATIONS }, NOTES),
    ]
    await chooser.setFiles(sheets)
    await page.getByRole('button', { name: 'Start job with 2 files', exact: true }).click()

    const panel = page.getByRole('dialog')
    // Steps that take both files are listed first.
    await panel.getByRole('button', { name: /^Join tables/ }).click()
    await runs(page, panel, /Join tables/)
    await page.getByText('Mosel').first().waitFor()
    await page.getByText('Temperature max').first().waitFor()

    await page.getByRole('button', { name: 'Start job with result', exact: true }).click()
    // The form opens the section that contains the searched option.
    await panel.getByRole('searchbox', { name: 'Search steps' }).fill('error bars')
    await panel.getByRole('button', { name: /^Plot table/ }).click()
    await chooses(page, panel, 'Combine times by', 'Month')
    await chooses(page, panel, 'Error bars', 'Standard deviation')
    await expectAccessible(page)
    await runs(page, panel, /Plot table/)

    const figure = page.frameLocator('iframe').first()
    await expect.poll(() => figure.locator('.errorbars .yerror').count()).toBe(8)
    // Numbers that describe a station, such as its river kilometer, are not drawn as a line over time.
    await figure
      .getByText(/Temperature mean/)
      .first()
      .waitFor()
    const saved = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Save figure', exact: true }).click()
    await page.getByRole('menuitem', { name: 'PDF', exact: true }).click()
    const pdf = readFileSync(await (await saved).path())
    expect(pdf.subarray(0, 5).toString()).toBe('%PDF-')
    expect(pdf.toString('latin1')).toContain('IBMPlexSans')
    process.stdout.write(`Two sheets became a figure in ${((performance.now() - started) / 1000).toFixed(1)} s.\n`)
  })

  it('of one workbook are joined, because a file can fill both slots', { tags: 'long' }, async () => {
    const page = await openAsNewUser()
    await page.getByRole('link', { name: 'Upload', exact: true }).click()
    await page.getByRole('heading', { name: 'Upload files' }).waitFor()
    const choose = page.getByRole('button', { name: 'Choose files' }).first()
    const [chooser] = await Promise.all([page.waitForEvent('filechooser'), choose.click()])
    await chooser.setFiles([await workbook('both.xlsx', survey(), { name: 'Stations', rows: STATIONS })])
    await page.getByRole('button', { name: 'Start job with both.xlsx', exact: true }).click()

    const panel = page.getByRole('dialog')
    await panel.getByRole('button', { name: /^Join tables/ }).click()
    await panel
      .getByRole('list', { name: 'Work data' })
      .getByRole('button', { name: /both\.xlsx/ })
      .click()
    await panel.getByText('Files', { exact: true }).click()
    await chooses(page, panel, 'Sheet of the other table', 'Stations')
    // The offered columns are those of the chosen sheet.
    await panel.getByText('Columns', { exact: true }).click()
    await panel.getByRole('combobox', { name: 'Columns to add' }).click()
    await page.getByRole('option', { name: /River km/ }).waitFor()
    await page.keyboard.press('Escape')
    await runs(page, panel, /Join tables/)

    await page.getByText('Mosel').first().waitFor()
    await page.getByText('Temperature max').first().waitFor()
  })
})
