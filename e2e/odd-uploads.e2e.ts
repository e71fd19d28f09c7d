import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { allowConsoleErrors, asNewUser, expectAccessibleInBothThemes } from './browser.ts'
import { uploadRow } from './files.ts'

async function onUploadPage(): Promise<Page> {
  const page = await asNewUser()
  await page.goto('/workdata/upload')
  await page.getByRole('heading', { level: 1, name: 'Upload' }).waitFor()
  return page
}

describe('uploads', () => {
  it('accept pasted text and cells, without the picture that spreadsheets add to them', async () => {
    const page = await onUploadPage()
    const paste = (target: string, texts: Record<string, string>) =>
      page.evaluate(`{
        const given = new DataTransfer()
        given.items.add(new File(['picture'], 'image.png', { type: 'image/png' }))
        for (const [type, text] of Object.entries(${JSON.stringify(texts)})) given.setData(type, text)
        document.querySelector('${target}').dispatchEvent(new ClipboardEvent('paste', { clipboardData: given, bubbles: true }))
      }`)

    await paste('body', { 'text/plain': 'station\tlevel\nKöln\t301\n', 'text/html': '<table>…</table>' })
    await uploadRow(page, 'pasted.tsv').getByText('Done').waitFor()
    await paste('body', { 'text/plain': 'note\tlevel\n"high\nwater"\t301\n', 'text/html': '<table>…</table>' })
    await expect.poll(() => uploadRow(page, 'pasted.tsv').getByText('Done').count()).toBe(2)
    await paste('input', { 'text/plain': 'köln', 'text/html': '<b>köln</b>' })
    await page.evaluate(`{
      const given = new DataTransfer()
      given.setData('text/plain', 'Read at Köln.')
      document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData: given, bubbles: true }))
    }`)
    await uploadRow(page, 'pasted.txt').getByText('Done').waitFor()

    await page.goto('/workdata/explorer')
    const names = page.getByRole('row').getByRole('link')
    await expect
      .poll(async () => (await names.allTextContents()).sort())
      .toEqual(['pasted.tsv', 'pasted.tsv', 'pasted.txt'])
  })

  it('ask about a pasted URL, which is not fetched here but may be kept as text', async () => {
    const page = await onUploadPage()
    const paste = () =>
      page.evaluate(`{
        const given = new DataTransfer()
        given.setData('text/plain', ' https://zenodo.org/records/7/levels.csv\\n')
        document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData: given, bubbles: true }))
      }`)
    const dialog = page.getByRole('dialog', { name: 'This server doesn’t fetch files from URLs' })

    await paste()
    await dialog.getByText('FETCH_FROM').waitFor()
    await expectAccessibleInBothThemes(page)
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await paste()
    await dialog.getByRole('button', { name: 'Upload URL as text' }).click()

    await uploadRow(page, 'pasted.txt').getByText('Done').waitFor()
    await expect.poll(() => uploadRow(page, 'pasted.txt').count()).toBe(1)
  })

  it('show hidden characters in a name that is refused because of them, and leave the list with the others', async () => {
    const page = await onUploadPage()
    const spoof = { name: 'evil\u202egpj.csv', mimeType: 'text/csv', buffer: Buffer.from('a\n1\n') }
    await page.getByLabel('Files to upload').setInputFiles([spoof])

    await uploadRow(page, 'evil⟨U+202E⟩gpj.csv').getByText('invisible characters').waitFor()
    allowConsoleErrors(/status of 400/)
    await page.getByRole('button', { name: 'Clear list', exact: true }).click()
    await expect.poll(() => uploadRow(page, 'evil⟨U+202E⟩gpj.csv').count()).toBe(0)
  })
})
