import type { BrowserContext, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { openPage, signUpByPage } from './browser.ts'
import { uploadAs } from './files.ts'

const TABS = 12

/** Returns the tabs of a context that have an open event stream, by the URL of the stream. */
function watchStreams(context: BrowserContext): Map<Page, string> {
  const open = new Map<Page, string>()
  context.on('request', (request) => {
    if (request.url().includes('/api/Events')) open.set(request.frame().page(), request.url())
  })
  const closed = (page: Page, url: string) => url.includes('/api/Events') && open.delete(page)
  context.on('requestfailed', (request) => closed(request.frame().page(), request.url()))
  context.on('requestfinished', (request) => closed(request.frame().page(), request.url()))
  context.on('close', () => open.clear())
  return open
}

async function openTabs(context: BrowserContext, count: number, path: string): Promise<Page[]> {
  const pages: Page[] = []
  for (let index = 0; index < count; index += 1) {
    const page = await context.newPage()
    page.setDefaultTimeout(20_000)
    await page.goto(path)
    pages.push(page)
  }
  return pages
}

/** Sets the visibility that a page sees, because in headless browsers every tab is visible. */
async function show(page: Page, state: 'visible' | 'hidden'): Promise<void> {
  await page.evaluate(`
    Object.defineProperty(document, 'visibilityState', { configurable: true, value: '${state}' })
    document.dispatchEvent(new Event('visibilitychange'))
  `)
}

describe('many tabs of one browser', () => {
  it('all load, share one event stream, and miss nothing when the tab that holds it is closed', {
    tags: 'long',
  }, async () => {
    const first = await openPage('/')
    const streams = watchStreams(first.context())
    await signUpByPage(first)
    const tabs = await openTabs(first.context(), TABS, '/workdata/explorer')
    const [last] = tabs.slice(-1)
    if (!last) throw new Error('No tab was opened.')
    for (const tab of tabs) await tab.getByRole('heading', { level: 1 }).first().waitFor()
    await expect.poll(() => streams.size).toBe(1)

    await uploadAs(last, 'early.csv')
    for (const tab of tabs) await tab.getByRole('link', { name: 'early.csv' }).waitFor()

    const [leader] = streams.keys()
    const others = [first, ...tabs].filter((tab) => tab !== leader)
    const uploader = others.at(-1) ?? last
    await Promise.all([leader?.close(), uploadAs(uploader, 'meanwhile.csv')])
    for (const tab of others.filter((one) => one !== first)) {
      await tab.getByRole('link', { name: 'meanwhile.csv' }).waitFor()
    }
    await expect.poll(() => [...streams.keys()].filter((page) => !page.isClosed()).length).toBe(1)
  })

  it('close the stream while hidden and catch up when shown', async () => {
    const page = await openPage('/')
    const streams = watchStreams(page.context())
    await signUpByPage(page)
    await page.goto('/workdata/explorer')
    await expect.poll(() => streams.size).toBe(1)

    await show(page, 'hidden')
    await expect.poll(() => streams.size).toBe(0)
    await uploadAs(page, 'unseen.csv')
    await show(page, 'visible')

    await page.getByRole('link', { name: 'unseen.csv' }).waitFor()
    await expect.poll(() => streams.size).toBe(1)
  })

  it('show no data of an account after one of them signs out', async () => {
    const page = await openPage('/')
    await signUpByPage(page)
    await uploadAs(page, 'private.csv')
    const [other] = await openTabs(page.context(), 1, '/workdata/explorer')
    await other?.getByRole('link', { name: 'private.csv' }).waitFor()

    await page
      .getByRole('button', { name: /Tamsin Okoro/ })
      .last()
      .click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await page.getByText('You’re signed out').waitFor()

    await other?.waitForURL('**/login')
    await expect.poll(() => other?.getByText('private.csv').count()).toBe(0)
    await other?.goBack()
    await expect.poll(() => other?.getByText('private.csv').count()).toBe(0)
  })
})
