import { binaryMacroWorkbook, macroWorkbook } from '@millrace/contracts/testing/hostile-workbooks'
import { mergedXls } from '@millrace/contracts/testing/old-workbooks'
import { writeOds } from 'hucre/ods'
import { writeXlsx } from 'hucre/xlsx'
import { describe, expect, it } from 'vitest'
import { asNewUser, expectAccessibleInBothThemes } from './browser.ts'
import { uploadAndOpen } from './files.ts'
import { WEBM } from './preview-samples.ts'

const DATA = {
  name: 'Data',
  rows: [
    ['station', 'level'],
    ['Köln', 312.5],
  ],
}

describe('the preview', () => {
  it('of older, open, binary and macro workbooks shows their rows', { tags: 'long' }, async () => {
    const page = await asNewUser()
    const files = [
      ['levels.xls', mergedXls(), ['North', '2024']],
      ['levels.ods', await writeOds({ sheets: [DATA] }), ['Köln', '312.5']],
      ['levels.xlsb', binaryMacroWorkbook(new URL(page.url()).origin), ['Köln', '5']],
      ['levels.xlsm', macroWorkbook(), ['Köln', '5']],
    ] as const
    for (const [name, content, cells] of files) {
      await uploadAndOpen(page, name, Buffer.from(content))
      const table = page.getByRole('table', { name: `Rows of ${name}` })
      for (const cell of cells) await table.getByRole('cell', { name: cell, exact: true }).first().waitFor()
      await expectAccessibleInBothThemes(page)
    }
  })

  it('of a workbook shows its sheets as tabs', async () => {
    const page = await asNewUser()
    const stations = { name: 'Stations', rows: [['station'], ['Kaub'], ['Cochem']] }
    const hidden = { name: 'Draft', rows: [['nothing']], hidden: true }
    const content = Buffer.from(await writeXlsx({ sheets: [DATA, hidden, stations] }))
    await uploadAndOpen(page, 'survey.xlsx', content)
    const sheets = page.getByRole('navigation', { name: 'Sheets' })
    const names = () => sheets.getByRole('button').allTextContents()
    const table = page.getByRole('table', { name: 'Rows of survey.xlsx' })
    await table.getByRole('cell', { name: 'Köln', exact: true }).waitFor()
    expect(await names()).toEqual(['Data', 'Stations'])
    await expectAccessibleInBothThemes(page)

    await sheets.getByRole('button', { name: 'Stations' }).click()
    await table.getByRole('cell', { name: 'Cochem', exact: true }).waitFor()

    expect(await sheets.getByRole('button', { name: 'Stations' }).getAttribute('aria-current')).toBe('true')
    expect(await table.getByRole('cell', { name: 'Köln', exact: true }).count()).toBe(0)
    await expectAccessibleInBothThemes(page)
    await sheets.getByRole('button', { name: 'Data' }).press('Enter')
    await table.getByRole('cell', { name: 'Köln', exact: true }).waitFor()
  })

  it('of video plays it', async () => {
    const page = await asNewUser()
    await uploadAndOpen(page, 'gauge.webm', Buffer.from(WEBM, 'base64'), 'video/webm')
    const player = page.getByLabel('Video gauge.webm')
    const state = () =>
      player.evaluate((element) => {
        const { videoWidth, videoHeight, error } = element as unknown as Record<string, unknown>
        return { videoWidth, videoHeight, error }
      })

    await expect.poll(state).toEqual({ videoWidth: 16, videoHeight: 16, error: null })
    await player.evaluate((element) => (element as unknown as { play(): Promise<void> }).play())
    await expect
      .poll(() => player.evaluate((element) => (element as unknown as { currentTime: number }).currentTime))
      .toBeGreaterThan(0)
    await expectAccessibleInBothThemes(page)
  })
})
