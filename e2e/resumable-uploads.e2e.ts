import { copyFileSync, mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { alreadyHere, connectionLostResumesAutomatically } from '../apps/web/src/features/uploads/texts.ts'
import { allowConsoleErrors, asNewUser, expectAccessible } from './browser.ts'
import type { CuttableProxy } from './cuttable-proxy.ts'
import { type ProductBehindProxy, startProductBehindProxy } from './product-behind-proxy.ts'

/** A separate product behind a connection that can be stalled and cut. */
let product: ProductBehindProxy
let proxy: CuttableProxy
let url: string
const folder = mkdtempSync(join(tmpdir(), 'millrace-large-'))
const FILE = join(folder, 'large.csv')

beforeAll(async () => {
  writeFileSync(FILE, Buffer.concat([Buffer.from('a,b\n'), Buffer.alloc(65_000_000, '12,34\n')]))
  product = await startProductBehindProxy()
  ;({ proxy, url } = product)
})

beforeEach(() => proxy.flow())

afterAll(async () => {
  await product.remove()
  rmSync(folder, { recursive: true, force: true })
})

/**
 * Returns a list that collects the offset of every part that the page sends. The list grows while the page sends parts.
 */
function offsetsOf(page: Page): number[] {
  const offsets: number[] = []
  page.on('request', (request) => {
    if (request.method() === 'PATCH') offsets.push(Number(request.headers()['upload-offset']))
  })
  return offsets
}

/** Opens the upload page, and collects the offsets at which it sends bytes. */
async function onUploadPage(): Promise<{ page: Page; offsets: number[] }> {
  const page = await asNewUser({ baseURL: url })
  const offsets = offsetsOf(page)
  page.on('dialog', (dialog) => void dialog.accept())
  await page.goto('/workdata/upload')
  return { page, offsets }
}

const choose = (page: Page) => page.getByLabel('Files to upload').setInputFiles(FILE)
const done = (page: Page) => page.getByRole('list', { name: 'Uploads' }).getByText(/^Done/).waitFor({ timeout: 60_000 })

describe('the upload of a large file', () => {
  it('sends nothing if the same content is already there', async () => {
    const { page, offsets } = await onUploadPage()
    await choose(page)
    await done(page)
    await expect.poll(() => offsets).toEqual([0, 32_000_000, 64_000_000])
    const copy = join(folder, 'copy of large.csv')
    copyFileSync(FILE, copy)

    await page.getByLabel('Files to upload').setInputFiles(copy)

    await page.getByText(alreadyHere).waitFor()
    expect(offsets).toEqual([0, 32_000_000, 64_000_000, 0])
    await expectAccessible(page)
    await page.getByRole('link', { name: 'copy of large.csv' }).click()
    await page.getByRole('heading', { level: 1, name: /copy of large/ }).waitFor()
  })

  it('is paused and resumed at the byte where it was', async () => {
    const { page, offsets } = await onUploadPage()
    proxy.holdAfter(40_000_000)
    await choose(page)
    await expect.poll(() => offsets.length).toBe(2)

    await page.getByRole('button', { name: 'Pause large.csv' }).click()
    await page.getByText(/^Paused at \d+/).waitFor()
    await expectAccessible(page)
    const bars = page.getByRole('progressbar')
    expect(await bars.count()).toBeGreaterThan(0)
    for (const bar of await bars.all()) expect(await bar.getAttribute('data-flowing')).toBeNull()
    proxy.flow()
    await page.getByRole('button', { name: 'Resume large.csv' }).click()

    await done(page)
    expect(offsets[2]).toBeGreaterThanOrEqual(32_000_000)
  })

  it('continues after a reload when the file is chosen again, even if the browser has forgotten everything', async () => {
    const { page, offsets } = await onUploadPage()
    proxy.holdAfter(40_000_000)
    await choose(page)
    await expect.poll(() => offsets.length).toBe(2)

    await page.evaluate('localStorage.clear()')
    await page.reload()
    proxy.flow()
    await page.getByRole('region', { name: 'Unfinished uploads' }).getByText('large.csv').waitFor()
    await expectAccessible(page)
    await choose(page)

    await done(page)
    expect(offsets[2]).toBeGreaterThanOrEqual(32_000_000)
    expect(await page.getByRole('region', { name: 'Unfinished uploads' }).count()).toBe(0)
  })

  it('continues in a new page after its page was closed', { tags: 'long' }, async () => {
    const { page: closed, offsets: sentBefore } = await onUploadPage()
    proxy.holdAfter(40_000_000)
    await choose(closed)
    await expect.poll(() => sentBefore.length).toBe(2)
    const context = closed.context()
    const headers = { origin: new URL(closed.url()).origin }
    await closed.request.post('/api/Job/CreateJob', { headers, data: { Name: 'Not the first visit' } })
    await closed.close()
    proxy.flow()

    const page = await context.newPage()
    const offsets = offsetsOf(page)
    await page.goto('/dashboard')
    const needsYou = page.getByRole('region', { name: 'Needs you' })
    await needsYou.getByText('1 upload unfinished: large.csv').waitFor()
    await needsYou.getByRole('link', { name: 'Continue', exact: true }).click()
    const unfinished = page.getByRole('region', { name: 'Unfinished uploads' })
    await unfinished.getByText('large.csv').waitFor()
    await choose(page)

    await done(page)
    expect(offsets[0]).toBeGreaterThanOrEqual(32_000_000)
    expect(await unfinished.count()).toBe(0)
    await page.getByRole('link', { name: 'Dashboard', exact: true }).click()
    await needsYou.getByText('You’re all caught up.').waitFor()
  })

  it('continues when the file is chosen again after it failed and was removed from the list', {
    tags: 'long',
  }, async () => {
    const { page, offsets } = await onUploadPage()
    await page.clock.install()
    proxy.holdAfter(40_000_000)
    await choose(page)
    await expect.poll(() => offsets.length, { timeout: 20_000 }).toBe(2)
    // The request for the offset fails as well.
    await page.route('**/api/Uploads/*', (route) => route.abort())
    proxy.cut()
    const failure = page.getByText(/^Connection lost at \d+%/)
    await expect
      .poll(async () => {
        await page.clock.fastForward(20_000)
        return failure.count()
      })
      .toBe(1)
    proxy.flow()
    const unfinished = page.getByRole('region', { name: 'Unfinished uploads' })
    expect(await unfinished.count()).toBe(0)

    await page.getByRole('button', { name: 'Remove large.csv from list' }).click()
    await unfinished.getByText('large.csv').waitFor()
    await page.unroute('**/api/Uploads/*')
    const before = offsets.length
    await choose(page)

    await done(page)
    expect(offsets[before]).toBeGreaterThanOrEqual(32_000_000)
    allowConsoleErrors(/ERR_|Failed to load resource/)
  })

  it('starts again if it is sent again before its cancellation has arrived', { tags: 'long' }, async () => {
    const { page, offsets } = await onUploadPage()
    proxy.holdAfter(40_000_000)
    await choose(page)
    await expect.poll(() => offsets.length, { timeout: 20_000 }).toBe(2)
    const sentAgain = Promise.withResolvers<void>()
    await page.route('**/api/Uploads/*', async (route) => {
      if (route.request().method() === 'DELETE') await sentAgain.promise
      await route.continue()
    })

    await page.getByRole('button', { name: 'Cancel large.csv' }).click()
    proxy.flow()
    await page.getByRole('button', { name: 'Try again: large.csv' }).click()
    sentAgain.resolve()

    await done(page)
    expect(offsets.slice(2)).toEqual([0, 32_000_000, 64_000_000])
    expect(await page.getByRole('region', { name: 'Unfinished uploads' }).count()).toBe(0)
  })

  it('continues in the tab where it was chosen last, and stops in the other', { tags: 'long' }, async () => {
    const { page, offsets } = await onUploadPage()
    proxy.holdAfter(40_000_000)
    await choose(page)
    await expect.poll(() => offsets.length, { timeout: 20_000 }).toBe(2)
    const other = await page.context().newPage()
    await other.goto('/workdata/upload')

    await choose(other)
    await page.getByText('Another tab, browser or program is continuing this upload.').waitFor()
    await expectAccessible(page)
    proxy.flow()

    await done(other)
    expect(offsets).toHaveLength(2)
    await page.getByRole('button', { name: 'Try again: large.csv' }).click()
    await done(page)
    expect(offsets).toHaveLength(2)
    allowConsoleErrors(/Failed to load resource/)
  })

  it('resumes automatically after the connection was cut', { tags: 'long' }, async () => {
    const { page, offsets } = await onUploadPage()
    proxy.holdAfter(40_000_000)
    await choose(page)
    await expect.poll(() => offsets.length).toBe(2)

    proxy.breakDown()
    await page.getByText(connectionLostResumesAutomatically).first().waitFor()
    proxy.flow()

    await done(page)
    expect(offsets[2]).toBeGreaterThanOrEqual(32_000_000)
    allowConsoleErrors(/ERR_|Failed to load resource/)
  })

  it('sends little data twice when its connection breaks three times while the server still responds', {
    tags: 'long',
  }, async () => {
    const { page, offsets } = await onUploadPage()
    const before = proxy.sentBytes()
    await choose(page)

    for (let cuts = 0; cuts < 3; cuts += 1) await proxy.cutAfter(20_000_000)
    await done(page)

    // Besides the file, only the bytes in the system's buffers are sent again. If uploads could not resume within a
    // part, whole parts would be sent again.
    expect(proxy.sentBytes() - before).toBeLessThan(80_000_004 + 32_000_000)
    expect(offsets.some((offset) => offset % 32_000_000 !== 0)).toBe(true)
    allowConsoleErrors(/ERR_|Failed to load resource/)
  })

  it('does not mix files that have the same name, size and time', { tags: 'long' }, async () => {
    const { page, offsets } = await onUploadPage()
    const twins = ['1', '2'].map((nth) => {
      const file = join(folder, nth, 'twin.bin')
      mkdirSync(join(folder, nth))
      writeFileSync(file, Buffer.alloc(40_000_000, nth))
      utimesSync(file, 1e9, 1e9)
      return file
    })
    proxy.holdAfter(20_000_000)
    const [first = '', second = ''] = twins
    await page.getByLabel('Files to upload').setInputFiles(first)
    await expect.poll(() => offsets.length).toBe(1)
    await page.reload()
    proxy.flow()

    await page.getByLabel('Files to upload').setInputFiles(second)
    await done(page)

    const unfinished = page.getByRole('region', { name: 'Unfinished uploads' })
    await unfinished.getByText('twin.bin').waitFor()
    await unfinished.getByRole('button', { name: /^Discard/ }).press('Enter')
    await page.getByRole('button', { name: 'Choose files' }).and(page.locator(':focus')).waitFor()
    await unfinished.waitFor({ state: 'detached' })
    await page.getByRole('link', { name: 'twin.bin' }).click()
    await page.getByText('2222').first().waitFor()
    expect(await page.getByText('1111').count()).toBe(0)
  })

  it('does not continue the upload of a file that differs only in a byte that the fingerprint does not cover', async () => {
    const { page, offsets } = await onUploadPage()
    const file = join(folder, 'archive.h5')
    const content = Buffer.alloc(40_000_000, '1')
    const write = () => {
      writeFileSync(file, content)
      utimesSync(file, 1e9, 1e9)
    }
    write()
    proxy.holdAfter(20_000_000)
    await page.getByLabel('Files to upload').setInputFiles(file)
    await expect.poll(() => offsets.length).toBe(1)
    await page.reload()
    proxy.flow()
    content[1_000_000] = 50
    write()

    await page.getByLabel('Files to upload').setInputFiles(file)
    await done(page)

    expect(offsets).toEqual([0, 0, 32_000_000])
    await page.getByRole('region', { name: 'Unfinished uploads' }).getByText('archive.h5').waitFor()
  })

  it('resumes after the server was killed', async () => {
    const { page, offsets } = await onUploadPage()
    proxy.holdAfter(40_000_000)
    await choose(page)
    await expect.poll(() => offsets.length).toBe(2)

    product.killServer()
    proxy.flow()

    await done(page)
    expect(offsets.at(-1)).toBeGreaterThanOrEqual(32_000_000)
    allowConsoleErrors(/ERR_|Failed to load resource/)
  })
})
