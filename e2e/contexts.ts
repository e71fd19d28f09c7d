import { lowerSessionPriority, NICENESS } from '@millrace/processes/priority'
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { CHROMIUM } from './chromium.ts'

/*
 * Browser contexts that tests use one after another. Stored data is removed between tests. In a new context, the first
 * page starts a process, loads the web app and compiles it, which takes a fifth of the browser's CPU time. A context
 * with a page that stays open keeps that process, the browser's cache and the compiled code.
 */

/** A small file of the product for pages that only need the product's origin. It starts nothing. */
export const SMALL = '/theme.js'

/**
 * With the process limit, the pages of a context share one process. Pages of different contexts never share one. Most
 * test pages close before optimizing their code pays off, so only `process` of SHA-256 is optimized: it hashes large
 * files, and is twenty times slower otherwise. Scripts are not compiled while they load, because the process has
 * usually compiled them before. Garbage is collected late, because most garbage is left by closed pages, and on one
 * thread, because the processors are busy anyway.
 */
const JS_FLAGS =
  '--turbo-filter=process --no-maglev --no-script-streaming --initial-heap-size=128 --min-semi-space-size=16 --single-threaded-gc'
const LAUNCH = { ...CHROMIUM, args: [...CHROMIUM.args, '--renderer-process-limit=1', `--js-flags=${JS_FLAGS}`] }

/** Script that turns off prefetching, because prefetching would take a fifth of a journey’s CPU time. */
const SAVE_DATA = `Object.defineProperty(navigator.connection, 'saveData', { value: true, configurable: true })`

/** Maximum number of tests that use a context, because its process slowly uses more memory. */
const USES_MAX = 25

/** Events of a context that tests listen to. Playwright itself listens to `close` only. */
const HEARD = ['page', 'request', 'requestfailed', 'requestfinished', 'response']

interface PooledContext {
  options: string
  first: Page
  isIdle: boolean
  uses: number
}

/** One browser for all files that this process runs. */
let browser: Promise<Browser> | undefined
const pool = new Map<BrowserContext, PooledContext>()

/** Returns a context without cookies and stored data: an idle one with these options, or a new one. */
export async function acquireContext({ permissions, ...options }: BrowserContextOptions): Promise<BrowserContext> {
  const context = await pooledContext(options)
  if (permissions) await context.grantPermissions(permissions)
  return context
}

async function pooledContext(options: BrowserContextOptions): Promise<BrowserContext> {
  const wanted = JSON.stringify(options)
  const idle = [...pool].find(([, { options, isIdle }]) => isIdle && options === wanted)
  if (idle) {
    idle[1].isIdle = false
    return idle[0]
  }
  const context = await newContext(options)
  const first = await context.newPage()
  pool.set(context, { options: wanted, first, isIdle: false, uses: 0 })
  context.once('close', () => pool.delete(context))
  await first.goto(SMALL)
  return context
}

async function newContext(options: BrowserContextOptions): Promise<BrowserContext> {
  browser ??= launch()
  const context = await (await browser).newContext(options)
  await context.addInitScript(SAVE_DATA)
  return context
}

/**
 * Starts a browser with a lowered priority. The product's steps also run at low priority, and several browsers would
 * starve them.
 */
async function launch(): Promise<Browser> {
  const launched = await chromium.launch(LAUNCH)
  const session = await launched.newBrowserCDPSession()
  const { processInfo } = await session.send('SystemInfo.getProcessInfo')
  for (const { type, id } of processInfo) if (type === 'browser') lowerSessionPriority(id, NICENESS.prompt)
  await session.detach()
  return launched
}

/** Returns the pages that tests opened. */
export function pagesOf(context: BrowserContext): Page[] {
  const first = pool.get(context)?.first
  return context.pages().filter((page) => page !== first)
}

/** Closes the pages of a context. Keeps the context, unless it has a fake clock or was used too often. */
export async function releaseContext(context: BrowserContext): Promise<void> {
  const one = pool.get(context)
  if (!one) return context.close()
  await Promise.all(pagesOf(context).map((page) => page.close()))
  const hasFakeClock = await one.first.evaluate(`localStorage.clear(), Date.isFake === true`)
  one.uses += 1
  if (hasFakeClock || one.uses === USES_MAX) return context.close()
  for (const event of HEARD) context.removeAllListeners(event)
  await Promise.all([context.clearCookies(), context.clearPermissions()])
  one.isIdle = true
}

/** Closes all contexts except idle ones at this origin. */
export async function closeOthers(origin: string): Promise<void> {
  const stays = (context: BrowserContext) => {
    const one = pool.get(context)
    return one?.isIdle && one.first.url().startsWith(origin)
  }
  const contexts = (await browser)?.contexts() ?? []
  await Promise.all(contexts.map((context) => (stays(context) ? undefined : context.close())))
}
