import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it, onTestFinished } from 'vitest'
import { allowConsoleErrors, asNewUser, expectAccessible } from './browser.ts'
import { type CuttableProxy, startCuttableProxy } from './cuttable-proxy.ts'
import { uploadAs, uploadRow } from './files.ts'

/** A connection to the product that can be stalled and cut. */
let proxy: CuttableProxy
let url: string

beforeAll(async () => {
  proxy = await startCuttableProxy(() => Number(new URL(inject('productUrl')).port))
  url = `http://localhost:${proxy.port}`
})

beforeEach(() => proxy.flow())

afterAll(() => proxy.close())

const MEGABYTE = 1_000_000
/** More than the sockets between browser and server can buffer, so that a stalled transfer stays below 100 %. */
const LARGE = 20 * MEGABYTE

function table(name: string, bytes = 200) {
  const lines = Buffer.alloc(bytes, '12,34\n')
  return { name, buffer: Buffer.concat([Buffer.from('a,b\n'), lines]) }
}

async function onUploadPage(): Promise<Page> {
  const page = await asNewUser({ baseURL: url })
  await page.goto('/workdata/upload')
  await page.getByRole('heading', { level: 1, name: 'Upload' }).waitFor()
  await page.getByText('Drop files or a folder anywhere on this page').waitFor()
  return page
}

/**
 * Writes files to the disk and chooses them. For files in memory, Playwright would send the content into the page,
 * which takes seconds for megabytes.
 */
async function choose(page: Page, files: ReturnType<typeof table>[]): Promise<void> {
  const folder = temporaryFolder()
  const paths = files.map(({ name, buffer }, index) => {
    const path = join(folder, String(index), name)
    mkdirSync(dirname(path))
    writeFileSync(path, buffer)
    return path
  })
  await page.getByLabel('Files to upload').setInputFiles(paths)
}

function small(count: number, bytes: number) {
  return Array.from({ length: count }, (_, n) => table(`rep${n}.csv`, bytes + n))
}

/** Script that records the highest number of files whose size is read within one task of the page. */
const COUNT_SIZES = `{
  const { get } = Object.getOwnPropertyDescriptor(Blob.prototype, 'size')
  const known = new WeakSet()
  let together = 0
  window.sizesReadTogether = 0
  Object.defineProperty(Blob.prototype, 'size', { get() {
    if (this instanceof File && !known.has(this)) {
      known.add(this)
      if (together === 0) setTimeout(() => { together = 0 })
      together += 1
      window.sizesReadTogether = Math.max(window.sizesReadTogether, together)
    }
    return get.call(this)
  } })
}`

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'millrace-uploads-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return folder
}

/** Waits until part of the file has been sent. The progress bar appears before the browser has opened the file. */
function bytesMove(page: Page, name: string): Promise<void> {
  return uploadRow(page, name)
    .getByText(/^[1-9]\d?%$/)
    .waitFor()
}

/**
 * Drags local files and folders into the page and drops them there. Sends every drag event, so `dragenter` is tested,
 * too.
 */
async function drop(page: Page, files: string[]): Promise<void> {
  const session = await page.context().newCDPSession(page)
  const data = { items: [], files, dragOperationsMask: 1 }
  const moves = (type: 'dragEnter' | 'dragOver' | 'drop', y: number) =>
    session.send('Input.dispatchDragEvent', { type, x: 700, y, data })
  await moves('dragEnter', 600)
  await moves('dragOver', 400)
  // Until the page shows that it accepts files, the browser would open dropped files in a tab.
  await page.getByText('Drop to upload').waitFor()
  await moves('dragOver', 200)
  await moves('drop', 200)
  await session.detach()
}

/**
 * Cuts transfers until the page shows the given text. Several cuts are needed, because the browser first retries
 * silently, and then the page retries a few times with pauses.
 */
async function cutUntil(page: Page, words: RegExp, pass = async () => {}): Promise<void> {
  const cutAndRead = async () => {
    proxy.cut()
    await pass()
    return page.getByRole('list', { name: 'Uploads' }).textContent()
  }
  await expect.poll(cutAndRead).toMatch(words)
}

/** Returns the names of all files. Waits until there are `count` rows, because rows are drawn one after another. */
async function namesInList(page: Page, count = 1): Promise<string[]> {
  await page.goto('/workdata/explorer')
  await page.getByRole('heading', { level: 1, name: 'Work data' }).waitFor()
  const links = page.getByRole('row').getByRole('link')
  await links.nth(count - 1).waitFor()
  return links.allTextContents()
}

describe('uploads', () => {
  it('are canceled one by one, stay on the list, and are sent again', async () => {
    const page = await onUploadPage()
    proxy.holdAfter(MEGABYTE / 2)
    await choose(page, [table('first.csv', 5 * MEGABYTE), table('second.csv', 5 * MEGABYTE), table('third.csv')])
    await uploadRow(page, 'second.csv').getByRole('progressbar').waitFor()

    await page.getByRole('button', { name: 'Cancel second.csv' }).press('Enter')

    await uploadRow(page, 'second.csv').getByText('Canceled').waitFor()
    await expectAccessible(page)
    proxy.flow()
    await uploadRow(page, 'first.csv').getByText('Done').waitFor()
    await uploadRow(page, 'third.csv').getByText('Done').waitFor()
    await page.getByText('2 files, 5 MB, 1 canceled').waitFor()
    await page.getByRole('button', { name: 'Try again: second.csv' }).click()
    await uploadRow(page, 'second.csv').getByText('Done').waitFor()
    expect((await namesInList(page, 3)).sort()).toEqual(['first.csv', 'second.csv', 'third.csv'])
  })

  it('that are cut off are sent again automatically', async () => {
    const page = await onUploadPage()
    proxy.holdAfter(MEGABYTE)
    await choose(page, [table('cut.csv', 15 * MEGABYTE)])
    await bytesMove(page, 'cut.csv')

    await cutUntil(page, /Connection lost. Resumes automatically/)

    proxy.flow()
    await uploadRow(page, 'cut.csv').getByText('Done').waitFor()
    expect(await namesInList(page)).toEqual(['cut.csv'])
    allowConsoleErrors(/ERR_/)
  })

  it('wait while the server is unreachable and resume automatically', { tags: 'long' }, async () => {
    const page = await onUploadPage()
    proxy.holdAfter(MEGABYTE)
    await choose(page, [table('patient.csv', LARGE)])
    await bytesMove(page, 'patient.csv')

    proxy.breakDown()

    await uploadRow(page, 'patient.csv').getByText('Connection lost. Resumes automatically').waitFor()
    await choose(page, [table('later.csv')])
    await uploadRow(page, 'later.csv').getByText('Connection lost. Resumes automatically').waitFor()
    proxy.flow()
    await uploadRow(page, 'patient.csv').getByText('Done').waitFor()
    await uploadRow(page, 'later.csv').getByText('Done').waitFor()
    expect((await namesInList(page, 2)).sort()).toEqual(['later.csv', 'patient.csv'])
    allowConsoleErrors(/ERR_/)
  })

  it('make the browser ask for confirmation before the page is left, but only during a transfer', {
    tags: 'long',
  }, async () => {
    const page = await onUploadPage()
    const asked: string[] = []
    page.on('dialog', (dialog) => {
      asked.push(dialog.type())
      void dialog.dismiss()
    })
    proxy.holdAfter(MEGABYTE / 2)
    await choose(page, [table('moving.csv', 3 * MEGABYTE)])
    await uploadRow(page, 'moving.csv').getByRole('progressbar').waitFor()

    await page.evaluate(`location.assign('/dashboard')`)

    await expect.poll(() => asked).toEqual(['beforeunload'])
    expect(new URL(page.url()).pathname).toBe('/workdata/upload')
    await page.getByRole('link', { name: 'Jobs', exact: true }).click()
    await page.getByRole('heading', { level: 1, name: 'Jobs' }).waitFor()
    await page.getByRole('button', { name: '1 file' }).click()
    await page.getByRole('progressbar', { name: 'Upload of moving.csv' }).waitFor()
    proxy.flow()
    await page.getByRole('link', { name: 'moving.csv' }).waitFor()
    await page.goto('/dashboard')
    await page.waitForURL('**/dashboard')
    expect(asked).toEqual(['beforeunload'])
  })

  it('are refused with an explanation if the file is empty, and cannot be retried', async () => {
    const page = await onUploadPage()

    await choose(page, [{ name: 'nothing.csv', buffer: Buffer.alloc(0) }, table('twice.csv'), table('twice.csv', 300)])

    await uploadRow(page, 'nothing.csv').getByText('This file is empty').waitFor()
    await uploadRow(page, 'nothing.csv').getByText('Choose a file with content.').waitFor()
    await expect.poll(() => uploadRow(page, 'twice.csv').getByText('Done').count()).toBe(2)
    expect(await page.getByRole('button', { name: /^Try again/ }).count()).toBe(0)
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Remove nothing.csv from list' }).press('Enter')
    await expect.poll(() => page.locator(':focus').getAttribute('aria-label')).toBe('Start job with twice.csv')
    await page.getByText('2 files, 508 B').waitFor()
    expect(await namesInList(page, 2)).toEqual(['twice.csv', 'twice.csv'])
  })

  it('accept dropped files and folders, and the clipboard, on any page', async () => {
    const folder = temporaryFolder()
    mkdirSync(join(folder, 'gauges', 'deeper'), { recursive: true })
    for (const name of ['loose.csv', 'gauges/inside.csv', 'gauges/deeper/below.csv']) {
      writeFileSync(join(folder, name), 'a,b\n1,2\n')
    }
    const page = await onUploadPage()

    await drop(page, [join(folder, 'loose.csv'), join(folder, 'gauges')])

    for (const name of ['loose.csv', 'inside.csv', 'below.csv']) await uploadRow(page, name).getByText('Done').waitFor()
    await page.getByRole('link', { name: 'Jobs', exact: true }).click()
    await page.getByRole('heading', { level: 1, name: 'Jobs' }).waitFor()
    await page.evaluate(`{
      const given = new DataTransfer()
      given.items.add(new File(['a,b\\n1,2\\n'], 'pasted.csv', { type: 'text/csv' }))
      document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData: given, bubbles: true }))
    }`)
    await page.getByText('Uploading 1 file to work data').waitFor()
    await page.getByRole('button', { name: 'Transfers, 4 files' }).waitFor()
    expect((await namesInList(page, 4)).sort()).toEqual(['below.csv', 'inside.csv', 'loose.csv', 'pasted.csv'])

    await page.getByRole('button', { name: 'Filter', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Folder is', exact: true }).click()
    await page.getByRole('list', { name: 'Folder' }).getByRole('button', { name: 'gauges', exact: true }).click()
    const names = page.getByRole('row').getByRole('link')
    await expect.poll(async () => (await names.allTextContents()).sort()).toEqual(['below.csv', 'inside.csv'])
    await page.getByRole('link', { name: 'below.csv', exact: true }).click()
    await page.getByText('folder=gauges/deeper').first().waitFor()
  })

  it('of many files show the first hundred rows and the progress of all, and take few requests', {
    tags: 'long',
  }, async () => {
    const page = await onUploadPage()
    let requests = 0
    page.on('request', (request) => {
      if (request.url().endsWith('/UploadWorkData')) requests += 1
    })
    const rows = page.getByRole('list', { name: 'Uploads' }).getByRole('listitem')

    await choose(
      page,
      Array.from({ length: 130 }, (_, n) => table(`rep${n}.csv`, 200 + n)),
    )

    await page.getByText('30 more files').waitFor()
    await expect.poll(() => rows.count()).toBe(100)
    await page.getByRole('button', { name: 'Transfers, 130 files' }).waitFor({ timeout: 120_000 })
    await page.getByRole('button', { name: 'Start job with 130 files' }).waitFor()
    await page.getByRole('button', { name: 'Show more' }).click()
    await expect.poll(() => rows.count()).toBe(130)
    expect(requests).toBe(3)
    await page.getByRole('button', { name: 'Transfers, 130 files' }).click()
    await page.getByRole('link', { name: 'Show all 130 uploads' }).waitFor()
  })

  it('of a large folder are added to the list in batches, because the page waits for the size of each file', {
    tags: 'long',
  }, async () => {
    const page = await onUploadPage()
    await page.evaluate(COUNT_SIZES)

    await choose(page, small(450, 200))

    await page.getByRole('button', { name: 'Transfers, 450 files' }).waitFor({ timeout: 120_000 })
    expect(await page.evaluate('window.sizesReadTogether')).toBe(200)
  })

  it('that share a request are sent separately if the server refuses one of them', { tags: 'long' }, async () => {
    const page = await onUploadPage()

    await choose(page, [...small(24, 200), table('ba\u202ed.csv')])

    await page.getByRole('list', { name: 'Uploads' }).getByRole('alert').waitFor()
    await expect.poll(() => page.getByText(/^Done at /).count()).toBe(24)
    allowConsoleErrors(/400 \(/)
  })

  it('that share a request are stored once each after the connection was cut; canceled ones are stored only when sent again', {
    tags: 'long',
  }, async () => {
    const page = await onUploadPage()
    proxy.holdAfter(MEGABYTE / 4)
    await choose(page, small(25, 30_000))
    await page.getByRole('button', { name: 'Cancel rep7.csv' }).click()

    await cutUntil(page, /Connection lost. Resumes automatically/)

    proxy.flow()
    await expect.poll(() => page.getByText(/^Done at /).count()).toBe(24)
    await uploadRow(page, 'rep7.csv').getByText('Canceled').waitFor()
    await page.getByRole('button', { name: 'Try again: rep7.csv' }).click()
    await expect.poll(() => page.getByText(/^Done at /).count()).toBe(25)
    expect(await namesInList(page)).toContain('rep7.csv')
    await page
      .getByText(/of 25\b|25 files|^25$/)
      .first()
      .waitFor()
    allowConsoleErrors(/ERR_/)
  })

  it('that share a request are not kept if they were removed from the list before they were sent again', {
    tags: 'long',
  }, async () => {
    const page = await onUploadPage()
    await page.clock.install()
    proxy.holdAfter(MEGABYTE / 4)
    await choose(page, small(25, 30_000))
    await cutUntil(page, /Connection lost at \d+%/, () => page.clock.fastForward(20_000))

    await page.getByRole('button', { name: 'Remove rep7.csv from list' }).click()
    proxy.flow()
    await page.getByRole('button', { name: 'Try again: rep3.csv' }).click()

    await expect.poll(() => page.getByText(/^Done at /).count()).toBe(24)
    expect(await namesInList(page)).not.toContain('rep7.csv')
    allowConsoleErrors(/ERR_/)
  })

  it('that share a request may have quotes, percent signs and characters of any language in their names', async () => {
    const page = await onUploadPage()
    const names = ['50 % "off".csv', 'Größe Ω 数据 🌊.csv', '50%22.csv']

    await choose(page, [...names.map((name) => table(name)), ...small(21, 200)])

    await expect.poll(() => page.getByText(/^Done at /).count()).toBe(24)
    for (const name of names) await page.getByRole('link', { name, exact: true }).waitFor()
  })

  it('say that an empty folder contains no files', async () => {
    const folder = temporaryFolder()
    const page = await onUploadPage()

    await drop(page, [folder])

    await page.getByText('This folder is empty.').waitFor()
  })

  it('show an error if the file changed in the meantime', async () => {
    const folder = temporaryFolder()
    const path = join(folder, 'changing.csv')
    writeFileSync(path, Buffer.alloc(LARGE, '12,34\n'))
    // Browsers notice a change only if the modification time differs by a second or more.
    utimesSync(path, new Date('2024-03-01'), new Date('2024-03-01'))
    const page = await onUploadPage()
    proxy.holdAfter(MEGABYTE)
    await drop(page, [path])
    await bytesMove(page, 'changing.csv')

    writeFileSync(path, 'something else')
    await cutUntil(page, /The file was moved or changed on this computer/)

    expect(await page.getByRole('button', { name: /^Try again/ }).count()).toBe(0)
    allowConsoleErrors(/ERR_/)
  })

  it('of earlier visits are listed, with what to do next', async () => {
    const page = await onUploadPage()
    await uploadAs(page, 'earlier.csv')
    await page.reload()

    const recent = page.getByRole('list', { name: 'Recent uploads' })
    await recent.getByRole('link', { name: 'earlier.csv', exact: true }).waitFor()
    await expectAccessible(page)
    await recent.getByRole('button', { name: 'Start job with earlier.csv' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Change data' }).waitFor()
  })
})
