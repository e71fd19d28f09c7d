import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { IS_LONG } from '@millrace/tables/testing/long'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it, onTestFinished } from 'vitest'
import { allowConsoleErrors, asNewUser, expectAccessible, fillSignUp } from './browser.ts'
import { type CuttableProxy, startCuttableProxy } from './cuttable-proxy.ts'
import { uploadRow } from './files.ts'

const MANY = IS_LONG ? 200 : 40

/** A connection to the product that can be stalled and cut. */
let proxy: CuttableProxy
let url: string

beforeAll(async () => {
  proxy = await startCuttableProxy(() => Number(new URL(inject('productUrl')).port))
  url = `http://localhost:${proxy.port}`
})

beforeEach(() => proxy.flow())

afterAll(() => proxy.close())

async function onUploadPage(): Promise<Page> {
  const page = await asNewUser({ baseURL: url })
  await page.goto('/workdata/upload')
  await page.getByText('Drop files or a folder anywhere on this page').waitFor()
  return page
}

/** Chooses files with different content, named `rep0.csv` and so on. */
async function chooseFiles(page: Page, count: number, bytes: number): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'millrace-uploads-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  mkdirSync(folder, { recursive: true })
  const paths = Array.from({ length: count }, (_, n) => {
    const path = join(folder, `rep${n}.csv`)
    writeFileSync(path, `a,b\n${'12,34\n'.repeat((bytes + n) / 6)}`)
    return path
  })
  await page.getByLabel('Files to upload').setInputFiles(paths)
}

/** Makes every upload request fail, and lets the test skip pauses by controlling the clock. */
async function breakUploads(page: Page): Promise<void> {
  await page.clock.install()
  await page.route('**/UploadWorkData', (route) => route.abort())
}

async function untilGivenUp(page: Page, failed: number): Promise<void> {
  const waited = async () => {
    await page.clock.fastForward(20_000)
    return page.getByRole('status').allTextContents()
  }
  await expect.poll(waited).toContainEqual(expect.stringContaining(`${failed} failed`))
}

describe('uploads over a weak connection', () => {
  it('of many small files wait while the browser is offline, and continue automatically', async () => {
    const page = await onUploadPage()
    proxy.holdAfter(100_000)
    await chooseFiles(page, MANY, 5000)
    await uploadRow(page, 'rep0.csv').getByText('Checking and storing').waitFor()

    await page.context().setOffline(true)
    proxy.cut()
    await uploadRow(page, 'rep0.csv').getByText('Connection lost. Resumes automatically').waitFor()
    proxy.flow()
    await page.context().setOffline(false)

    await page.getByRole('button', { name: `Transfers, ${MANY} files` }).waitFor()
    await page
      .getByRole('status')
      .getByText(new RegExp(`^${MANY} files, `))
      .waitFor()
    expect(await page.getByRole('button', { name: /^Try again/ }).count()).toBe(0)
    await page.goto('/workdata/explorer')
    await page.getByText(`${MANY}`, { exact: true }).first().waitFor()
    allowConsoleErrors(/ERR_|status of 408/)
  })

  it('that broke too often are sent again with one button, and the browser asks before the page is left', async () => {
    const page = await onUploadPage()
    await breakUploads(page)
    await chooseFiles(page, 3, 500)
    await untilGivenUp(page, 3)
    await expectAccessible(page)
    const asked: string[] = []
    page.on('dialog', (dialog) => {
      asked.push(dialog.type())
      void dialog.dismiss()
    })

    await page.evaluate(`location.assign('/dashboard')`)

    await expect.poll(() => asked).toEqual(['beforeunload'])
    await page.unroute('**/UploadWorkData')
    await page.getByRole('button', { name: 'Try all again' }).click()
    await page
      .getByRole('status')
      .getByText(/^3 files, /)
      .waitFor()
    await page.goto('/dashboard')
    expect(asked).toEqual(['beforeunload'])
    allowConsoleErrors(/ERR_/)
  })

  it('that failed are neither shown to, nor sent by, the next person who signs in', async () => {
    const page = await onUploadPage()
    await breakUploads(page)
    await chooseFiles(page, 3, 500)
    await untilGivenUp(page, 3)
    await page.unroute('**/UploadWorkData')

    await page
      .getByRole('button', { name: /Tamsin Okoro/ })
      .last()
      .click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await page.getByRole('heading', { name: '3 files not uploaded yet' }).waitFor()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Stay signed in' }).click()
    await uploadRow(page, 'rep0.csv').waitFor()
    await page.goForward()
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByText('You’re signed out').waitFor()
    await page.getByRole('link', { name: 'Sign in again' }).click()
    await page.getByRole('link', { name: 'Create an account' }).click()
    await fillSignUp(page, 'Jonas Brandt')

    await page.goto('/workdata/upload')
    await page.getByText('Drop files or a folder anywhere on this page').waitFor()
    expect(await page.getByText('rep0.csv').count()).toBe(0)
    expect(await page.getByRole('button', { name: 'Try all again' }).count()).toBe(0)
    allowConsoleErrors(/ERR_/)
  })

  it('are listed after a reload if they may not have arrived, until they are chosen again', {
    tags: 'long',
  }, async () => {
    const page = await onUploadPage()
    await breakUploads(page)
    await chooseFiles(page, 3, 500)
    await untilGivenUp(page, 3)
    await page.unroute('**/UploadWorkData')

    await page.reload()

    await page.goto('/dashboard')
    await page.getByText('3 files may not have been uploaded: rep0.csv, rep1.csv, rep2.csv').waitFor()
    await page.getByRole('link', { name: 'Choose files' }).click()
    const missing = page.getByRole('region', { name: 'Files that may not have been uploaded' })
    await missing.getByText('3 files may not have been uploaded. Choose the missing files again.').waitFor()
    await missing.getByText('rep2.csv').waitFor()
    await expectAccessible(page)
    await chooseFiles(page, 3, 500)
    await page
      .getByRole('status')
      .getByText(/^3 files, /)
      .waitFor()
    await expect.poll(() => missing.count()).toBe(0)
    await page.reload()
    await page.getByRole('list', { name: 'Recent uploads' }).waitFor()
    expect(await missing.count()).toBe(0)
    allowConsoleErrors(/ERR_/)
  })
})
