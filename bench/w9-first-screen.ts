import { cpus, loadavg } from 'node:os'
import { type Browser, type BrowserContextOptions, chromium } from 'playwright-core'
import { signUp } from '../e2e/api-client.ts'
import { CHROMIUM } from '../e2e/chromium.ts'
import { startProduct } from '../e2e/product.ts'
import { signInAs } from '../e2e/screens.ts'
import { longName, seedAccount } from '../e2e/seed-account.ts'
import { figureOf } from './figures.ts'
import { record } from './results.ts'
import { SLOW_NETWORK, throttle } from './slow-network.ts'

/*
 * W9: how soon a cold browser on a slow network shows each screen. As in Lighthouse's phone profile, the network has
 * 1.6 Mbit/s and a round-trip time of 150 ms, and the CPU is throttled to a quarter. The account has 300 jobs and files
 * with names of 200 characters.
 */

const RUNS = 5
const CROWD = 300
const SLOWDOWN = 4

interface ScreenCase {
  name: string
  path: string
  /** Selector of the content that users wait for. */
  content: string
}

const VISITOR: ScreenCase[] = [{ name: 'sign-in', path: '/login', content: 'input[type=password]' }]
const MEMBER: ScreenCase[] = [
  { name: 'dashboard', path: '/dashboard', content: 'main a[href*="/jobs/"]' },
  { name: 'jobs', path: '/jobs', content: 'main a[href*="/jobs/"]' },
  { name: 'jobs, 300 rows', path: '/jobs?PageSize=300', content: 'main a[href*="/jobs/"]' },
  { name: 'work data', path: '/workdata/explorer', content: 'main a[href*="/workdata/explorer/"]' },
  { name: 'processing steps', path: '/processing-steps', content: 'main a[href*="/processing-steps/"]' },
]

interface Visit {
  /** Milliseconds from the start of the navigation. */
  paint: number
  content: number
  /** Total blocking time: the sum of the milliseconds by which each long task exceeds 50 ms. */
  blocked: number
  shift: number
  scriptBytes: number
}

const product = await startProduct()
const browser = await chromium.launch(CHROMIUM)
const load = loadavg()[0] ?? Number.NaN
try {
  await signUp(product.url, 'First Administrator')
  const person = await signUp(product.url, longName(0).slice(0, 60))
  await seedAccount(person, CROWD)
  const signedIn = await browser.newContext()
  await signInAs(signedIn, product.url, person)
  const storageState = await signedIn.storageState()
  const rows = [...(await measure(VISITOR, {})), ...(await measure(MEMBER, { storageState }))]
  record({
    title: 'W9: the first screen on a slow line',
    columns: ['screen', 'largest paint', 'content', 'blocked', 'layout shift', 'scripts'],
    rows,
    notes: [
      `Medians of ${RUNS} visits with an empty cache: 1.6 Mbit/s, 150 ms, processor slowed ${SLOWDOWN} times; ${CROWD} jobs and files with names of 200 characters.`,
      'Content is the first row of a list, or the password field. Scripts are the bytes of JavaScript received by then, compressed.',
      'Target: largest paint ≤ 2.2 s (sign-in) and ≤ 2.5 s, content ≤ 3 s, blocked ≤ 200 ms, layout shift ≤ 0.02, scripts ≤ 125 kB (sign-in).',
      `Load average at the start: ${load.toFixed(1)} on ${cpus().length} cores.`,
    ],
  })
} finally {
  await browser.close()
  await product.stop()
  product.remove()
}

async function measure(screens: ScreenCase[], options: BrowserContextOptions): Promise<string[][]> {
  const rows: string[][] = []
  for (const screen of screens) {
    const visits: Visit[] = []
    for (let run = 0; run < RUNS; run += 1) visits.push(await visit(browser, screen, options))
    const median = (key: keyof Visit) => figureOf(visits.map((one) => one[key])).median
    rows.push([
      screen.name,
      `${median('paint').toFixed(0)} ms`,
      `${median('content').toFixed(0)} ms`,
      `${median('blocked').toFixed(0)} ms`,
      median('shift').toFixed(3),
      `${(median('scriptBytes') / 1000).toFixed(0)} kB`,
    ])
  }
  return rows
}

async function visit(browser: Browser, { path, content }: ScreenCase, options: BrowserContextOptions): Promise<Visit> {
  const context = await browser.newContext({ ...options, viewport: { width: 1440, height: 900 } })
  const page = await context.newPage()
  await throttle(page, SLOWDOWN, SLOW_NETWORK)
  await page.addInitScript(watching(content))
  await page.goto(product.url + path, { waitUntil: 'commit' })
  await page.waitForFunction(() => (globalThis as { visit?: Visit }).visit?.content, undefined, { timeout: 60_000 })
  await page.waitForFunction(() => (globalThis as { visit?: Visit }).visit?.paint, undefined, { timeout: 60_000 })
  await page.waitForLoadState('networkidle')
  const found = (await page.evaluate('globalThis.visit')) as Visit
  await context.close()
  return found
}

/** Returns a script that runs in the page before the page's own scripts. */
function watching(content: string): string {
  return `
    const visit = (globalThis.visit = { paint: 0, content: 0, blocked: 0, shift: 0, scriptBytes: 0 })
    const observe = (type, note) =>
      new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({ type, buffered: true })
    observe('largest-contentful-paint', ({ startTime }) => (visit.paint = startTime))
    observe('layout-shift', ({ value }) => (visit.shift += value))
    observe('longtask', ({ duration }) => (visit.blocked += duration - 50))
    const timer = setInterval(() => {
      if (!document.querySelector(${JSON.stringify(content)})) return
      clearInterval(timer)
      visit.content = performance.now()
      for (const { name, encodedBodySize } of performance.getEntriesByType('resource'))
        if (name.endsWith('.js')) visit.scriptBytes += encodedBodySize
    }, 10)`
}
