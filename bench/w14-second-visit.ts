import { cpus, loadavg } from 'node:os'
import { type BrowserContext, chromium, type Page } from 'playwright-core'
import { signUp } from '../e2e/api-client.ts'
import { CHROMIUM } from '../e2e/chromium.ts'
import { startProduct } from '../e2e/product.ts'
import { signInAs } from '../e2e/screens.ts'
import { longName, seedAccount } from '../e2e/seed-account.ts'
import { figureOf } from './figures.ts'
import { record } from './results.ts'
import { SLOW_NETWORK, throttle } from './slow-network.ts'

/*
 * W14: how soon a list shows rows when its page is reloaded. The app stores the last rows in the browser tab, and shows
 * them until the server replies. Measured from the start of the navigation, and from the moment at which the app knows
 * who is signed in, on this machine and on a slow network. The URLs have filters, so the page itself contains no rows.
 */

const RUNS = 5
const CROWD = 300

const LISTS = [
  { name: 'jobs', path: '/jobs?SortBy=Name', content: 'main a[href*="/jobs/"]' },
  { name: 'work data', path: '/workdata/explorer?SortBy=Name', content: 'main a[href*="/workdata/explorer/"]' },
] as const
const LINES = [
  { name: 'this machine', slowdown: 1, network: undefined },
  { name: '1.6 Mbit/s, 150 ms, slowed 4 ×', slowdown: 4, network: SLOW_NETWORK },
] as const

interface Visit {
  /** Milliseconds from the start of the navigation to the first row. */
  content: number
  /** Milliseconds from the app's first element to the first row. */
  fromApp: number
}

/** Returns a script that runs in the page before the page's own scripts. */
const watching = (content: string) => `
  const visit = (globalThis.visit = { app: 0, content: 0 })
  const observer = new MutationObserver(() => {
    if (!visit.app && document.querySelector('#root > *')) visit.app = performance.now()
    if (!document.querySelector(${JSON.stringify(content)})) return
    visit.content = performance.now()
    observer.disconnect()
  })
  observer.observe(document, { childList: true, subtree: true })`

const product = await startProduct()
const browser = await chromium.launch(CHROMIUM)
const load = loadavg()[0] ?? Number.NaN
try {
  await signUp(product.url, 'First Administrator')
  const person = await signUp(product.url, longName(0).slice(0, 60))
  await seedAccount(person, CROWD)
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  await signInAs(context, product.url, person)
  const rows: string[][] = []
  for (const line of LINES) for (const list of LISTS) rows.push(await measure(context, list, line))
  record({
    title: 'W14: a list that is loaded again',
    columns: ['list', 'line', 'first row', 'after the app appears', 'first row without last rows'],
    rows,
    notes: [
      `Medians of ${RUNS} reloads with scripts in the browser’s cache; ${CROWD} jobs and files with names of 200 characters, the first 20 by name.`,
      'The first row is measured from the start of the navigation. Without last rows, the tab’s storage was emptied before.',
      'Target: the last state of a list ≤ 100 ms after the app appears.',
      `Load average at the start: ${load.toFixed(1)} on ${cpus().length} cores.`,
    ],
  })
} finally {
  await browser.close()
  await product.stop()
  product.remove()
}

async function measure(
  context: BrowserContext,
  { name, path, content }: (typeof LISTS)[number],
  { name: line, slowdown, network }: (typeof LINES)[number],
): Promise<string[]> {
  const page = await context.newPage()
  await page.addInitScript(watching(content))
  await page.goto(product.url + path)
  await page.waitForLoadState('networkidle')
  await throttle(page, slowdown, network)
  const known: Visit[] = []
  const unknown: Visit[] = []
  for (let run = 0; run < RUNS; run += 1) {
    known.push(await reload(page))
    unknown.push(await reload(page, true))
    await page.waitForLoadState('networkidle')
  }
  await page.close()
  const median = (visits: Visit[], key: keyof Visit) =>
    `${figureOf(visits.map((one) => one[key])).median.toFixed(0)} ms`
  return [name, line, median(known, 'content'), median(known, 'fromApp'), median(unknown, 'content')]
}

/**
 * Reloads the page with the stored rows. If `emptied` is true, removes the stored rows first, as in a new browser tab.
 */
async function reload(page: Page, emptied = false): Promise<Visit> {
  if (emptied) await page.evaluate(`addEventListener('pagehide', () => sessionStorage.clear())`)
  await page.reload({ waitUntil: 'commit' })
  await page.waitForFunction(() => (globalThis as { visit?: { content: number } }).visit?.content, undefined, {
    timeout: 60_000,
  })
  await page.waitForLoadState('networkidle')
  const { app, content } = (await page.evaluate('globalThis.visit')) as { app: number; content: number }
  return { content, fromApp: content - app }
}
