import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { describe, expect, it, onTestFinished } from 'vitest'
import { allFilesWithNamesInUse } from '../apps/web/src/features/uploads/texts.ts'
import { asNewUser, expectAccessible } from './browser.ts'
import { uploadAs, uploadRow } from './files.ts'

/** Chooses files on the upload page. */
async function choose(page: Page, files: Record<string, string>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'millrace-versions-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const paths = Object.entries(files).map(([name, content]) => {
    writeFileSync(join(folder, name), content)
    return join(folder, name)
  })
  await page.getByLabel('Files to upload').setInputFiles(paths)
}

async function onUploadPage(existing: string[]): Promise<Page> {
  const page = await asNewUser()
  for (const name of existing) await uploadAs(page, name, 'a,b\n1,2\n', 'text/csv')
  await page.goto('/workdata/upload')
  await page.getByRole('heading', { level: 1, name: 'Upload' }).waitFor()
  return page
}

const links = (page: Page) => page.getByRole('row').getByRole('link').allTextContents()

async function inList(page: Page): Promise<void> {
  await page.goto('/workdata/explorer')
  await page.getByRole('row').getByRole('link').first().waitFor()
}

describe('an upload whose name is in use', () => {
  it('is kept beside the earlier file unless its user wants a new version', async () => {
    const page = await onUploadPage(['levels.csv'])
    await choose(page, { 'levels.csv': 'a,b\n3,4\n', 'other.csv': 'a,b\n5,6\n' })

    await uploadRow(page, 'levels.csv').getByText('Done').waitFor()
    await uploadRow(page, 'other.csv').getByText('Done').waitFor()

    const choice = page.getByRole('group', { name: 'Same name: levels.csv' })
    await expect.poll(() => choice.getByRole('radio', { name: 'Keep both' }).isChecked()).toBe(true)
    expect(await page.getByRole('group', { name: 'Same name: other.csv' }).count()).toBe(0)
    await expectAccessible(page)
    await inList(page)
    await expect.poll(async () => (await links(page)).sort()).toEqual(['levels.csv', 'levels.csv', 'other.csv'])
  })

  it('becomes a new version, and the earlier one is reached from it', async () => {
    const page = await onUploadPage(['levels.csv'])
    await choose(page, { 'levels.csv': 'a,b\n3,4\n' })

    await page.getByRole('group', { name: 'Same name: levels.csv' }).getByText('New version').click()
    await page.getByText('Added as a new version').waitFor()

    await expectAccessible(page)
    await inList(page)
    await expect.poll(() => links(page)).toEqual(['levels.csv'])
    await page.getByRole('row').getByText('Version 2', { exact: true }).waitFor()
    await page.getByRole('link', { name: 'levels.csv', exact: true }).click()
    await page.getByText('Version 2 of 2').waitFor()
    await page.getByRole('link', { name: /^Version 1/ }).click()
    await page.getByText('Version 1 of 2').waitFor()
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Open newest version', exact: true }).click()
    await page.getByText('Version 2 of 2').waitFor()
  })

  it('is decided for all files together', { tags: 'long' }, async () => {
    const page = await onUploadPage(['one.csv', 'two.csv'])
    await choose(page, { 'one.csv': 'a,b\n3,4\n', 'two.csv': 'a,b\n3,4\n', 'three.csv': 'a,b\n3,4\n' })

    await page.getByText(/^2 of these files have names that already exist\./).waitFor()
    await expectAccessible(page)
    await page.getByRole('group', { name: allFilesWithNamesInUse }).getByText('New version').click()

    await uploadRow(page, 'one.csv').getByText('Added as a new version').waitFor()
    await uploadRow(page, 'two.csv').getByText('Added as a new version').waitFor()
    await inList(page)
    await expect.poll(async () => (await links(page)).sort()).toEqual(['one.csv', 'three.csv', 'two.csv'])
  })
})
