import { readFileSync } from 'node:fs'
import { type CellValue, writeXlsx } from 'hucre/xlsx'
import type { Locator, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { asNewUser, expectAccessible } from './browser.ts'

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
const RIVERS: CellValue[][] = [
  ['station', 'river'],
  ['Kaub', 'Rhine'],
  ['Cochem', 'Mosel'],
]

/** Three values a month for two stations. */
function levels(): CellValue[][] {
  const rows = [0, 1, 2, 3].flatMap((month) =>
    [5, 15, 25].flatMap((day, at) => [
      [new Date(Date.UTC(2024, month, day)), 'Kaub', 200 + 20 * month + 5 * at],
      [new Date(Date.UTC(2024, month, day)), 'Cochem', 100 + 10 * month + 3 * at],
    ]),
  )
  return [['date', 'station', 'level_cm'], ...rows]
}

async function workbook(name: string, rows: CellValue[][]) {
  return { name, mimeType: XLSX, buffer: Buffer.from(await writeXlsx({ sheets: [{ name: 'Sheet1', rows }] })) }
}

async function starts(page: Page, panel: Locator): Promise<void> {
  await panel.getByRole('button', { name: /^Start job/ }).click()
  await page.getByText('Job started').first().waitFor()
}

async function opensJob(page: Page, name: RegExp): Promise<void> {
  await page.goto('/jobs')
  await page.getByRole('link', { name }).first().click()
  await page.getByText('Completed').first().waitFor({ timeout: 60_000 })
}

describe('two Excel sheets', () => {
  it('become a PDF of monthly means with error bars', async () => {
    const page = await asNewUser()
    await page.goto('/workdata/upload')
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      page
        .getByRole('button', { name: /choose files/i })
        .first()
        .click(),
    ])
    await chooser.setFiles([await workbook('levels.xlsx', levels()), await workbook('rivers.xlsx', RIVERS)])
    await page.getByRole('button', { name: 'Start job with 2 files', exact: true }).click()

    const panel = page.getByRole('dialog')
    await panel
      .getByRole('button', { name: /Join tables/ })
      .first()
      .click()
    await starts(page, panel)
    await opensJob(page, /Join tables/)
    await page.getByText('Mosel').first().waitFor()

    await page.getByRole('button', { name: 'Start job with result', exact: true }).click()
    await panel
      .getByRole('button', { name: /Plot table/ })
      .first()
      .click()
    await panel.getByText('Combine and error bars', { exact: true }).click()
    await panel.getByRole('combobox', { name: 'Combine times by', exact: true }).click()
    await page.getByRole('option', { name: /^month$/i }).click()
    await panel.getByRole('combobox', { name: 'Error bars', exact: true }).click()
    await page.getByRole('option', { name: 'Standard deviation', exact: true }).click()
    await expectAccessible(page)
    await starts(page, panel)
    await opensJob(page, /Plot table/)

    const figure = page.frameLocator('iframe').first()
    await expect.poll(() => figure.locator('.errorbars .yerror').count()).toBe(8)
    const saved = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Save figure', exact: true }).click()
    await page.getByRole('menuitem', { name: 'PDF', exact: true }).click()
    const pdf = readFileSync(await (await saved).path())
    expect(pdf.subarray(0, 5).toString()).toBe('%PDF-')
    expect(pdf.toString('latin1')).toContain('IBMPlexSans')
  })
})
