import type { Page, Request } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { signUp } from './api-client.ts'
import { allowConsoleErrors, allowPrefetch, openAsNewUser } from './browser.ts'
import { uploadAs } from './files.ts'
import { type Product, startProduct } from './product.ts'

/** A separate product, because the journey stops and restarts it. */
let product: Product

beforeAll(async () => {
  product = await startProduct()
  await signUp(product.url)
})

afterAll(async () => {
  await product.stop()
  product.remove()
})

/** Time without requests after which prefetching is complete. Pauses between its requests are shorter. */
const QUIET_MS = 2000

/** Returns a function that waits until the code of other pages has been prefetched. */
function watchPrefetch(page: Page): () => Promise<void> {
  const begun = page.waitForRequest(/processing-steps-.*\.js$/)
  const underWay = new Set<Request>()
  let last = performance.now()
  page.on('request', (request) => {
    if (!/\/assets\//.test(request.url())) return
    underWay.add(request)
    last = performance.now()
  })
  page.on('requestfinished', (request) => underWay.delete(request))
  page.on('requestfailed', (request) => underWay.delete(request))
  return async () => {
    await begun
    await expect.poll(() => underWay.size === 0 && performance.now() - last > QUIET_MS).toBe(true)
  }
}

describe('an unreachable server', () => {
  it('leaves the page readable, shows a notice, and is contacted again automatically', async () => {
    const page = await openAsNewUser({ baseURL: product.url })
    await uploadAs(page, 'cochem.csv')
    // Leaves the first page, because its prefetching would otherwise be counted for the next page.
    await page.goto('about:blank')
    await allowPrefetch(page)
    const prefetched = watchPrefetch(page)
    await page.goto('/workdata/explorer')
    await page.getByRole('link', { name: 'cochem.csv' }).waitFor()
    await prefetched()
    const { port } = new URL(product.url)

    await product.stop()

    await page.getByText(/The server is not responding\. Showing data from/).waitFor()
    await expect.poll(() => page.getByRole('link', { name: 'cochem.csv' }).count()).toBe(1)
    await page.getByRole('link', { name: 'Processing steps' }).click()
    await page.getByText('Steps could not be loaded').waitFor()
    await page.getByRole('link', { name: 'Work data', exact: true }).click()
    await page.getByRole('link', { name: 'cochem.csv' }).waitFor()

    product = await startProduct({ dataDirectory: product.dataDirectory, port: Number(port) })

    await expect.poll(() => page.getByText(/The server is not responding/).count()).toBe(0)
    await page.getByRole('link', { name: 'Processing steps' }).click()
    await page.getByRole('link', { name: 'Clean table' }).waitFor()
    allowConsoleErrors(/ERR_/)
  })
})
