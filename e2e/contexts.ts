import { isDeepStrictEqual } from 'node:util'
import { lowerSessionPriority, NICENESS } from '@millrace/processes/priority'
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Disposable,
  type Page,
  type ViewportSize,
} from 'playwright-core'
import { CHROMIUM } from './chromium.ts'

/*
 * Browser contexts that tests use one after another, each with its page. Stored data is removed between tests. In a new
 * context, the first page starts a process, loads the web app and compiles it, which takes a fifth of the browser's CPU
 * time. A page that stays open keeps that process, the browser's cache, the compiled code, and the loaded files: in
 * another page, each load would request its files from the cache again, which takes a sixth of its CPU time.
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

/** Events of contexts and pages that tests listen to. Playwright itself listens to `close` only. */
const HEARD = ['console', 'dialog', 'page', 'pageerror', 'request', 'requestfailed', 'requestfinished', 'response']

/** Methods whose effects on a page last, so that the next test needs another page. */
const LASTING = ['addInitScript', 'emulateMedia', 'exposeFunction', 'route'] as const

interface PooledContext {
  options: string
  page: Page
  /** Script that the current test gave the page. */
  script?: Disposable
  viewport: ViewportSize | null
  isChanged: boolean
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
  const page = await context.newPage()
  const one: PooledContext = {
    options: wanted,
    page,
    viewport: page.viewportSize(),
    isChanged: false,
    isIdle: false,
    uses: 0,
  }
  pool.set(context, one)
  context.once('close', () => pool.delete(context))
  watchChanges(one)
  await page.goto(SMALL)
  return context
}

/** Notices calls to methods of the page that have lasting effects. */
function watchChanges(one: PooledContext): void {
  one.isChanged = false
  const { page } = one
  for (const name of LASTING) {
    const call = (page[name] as (...args: unknown[]) => unknown).bind(page)
    const changing = (...args: unknown[]) => {
      one.isChanged = true
      return call(...args)
    }
    Object.assign(page, { [name]: changing })
  }
}

/**
 * Returns the page of an acquired context. Until the context is released, the script runs in every document that the
 * page opens.
 */
export async function pageOf(context: BrowserContext, script?: string): Promise<Page> {
  const one = pool.get(context)
  if (!one) throw new Error('The context was closed.')
  if (script) one.script = await one.page.addInitScript(script)
  one.isChanged = false
  return one.page
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

/** Removes what a test left in a context. Closes the context if it has a fake clock or was used too often. */
export async function releaseContext(context: BrowserContext): Promise<void> {
  const one = pool.get(context)
  if (!one) return context.close()
  one.uses += 1
  for (const event of HEARD) for (const heard of [context, one.page]) heard.removeAllListeners(event as 'request')
  const others = context.pages().filter((page) => page !== one.page)
  await Promise.all(others.map((page) => page.close()))
  if (one.uses === USES_MAX || !(await emptyPage(context, one))) return context.close()
  await Promise.all([context.clearCookies(), context.clearPermissions()])
  one.isIdle = true
}

/**
 * Empties the page, or replaces it if the test changed or closed it. Returns false if the page cannot be emptied or has
 * a fake clock.
 */
async function emptyPage(context: BrowserContext, one: PooledContext): Promise<boolean> {
  if (one.isChanged || one.page.isClosed()) {
    const { page } = one
    one.page = await context.newPage()
    await page.close()
    watchChanges(one)
  } else await one.script?.dispose()
  one.script = undefined
  try {
    if (one.viewport && !isDeepStrictEqual(one.page.viewportSize(), one.viewport))
      await one.page.setViewportSize(one.viewport)
    await one.page.goto(SMALL)
    return !(await one.page.evaluate(`localStorage.clear(), sessionStorage.clear(), Date.isFake === true`))
  } catch {
    return false
  }
}

/** Closes all contexts except idle ones at this origin. */
export async function closeOthers(origin: string): Promise<void> {
  const stays = (context: BrowserContext) => {
    const one = pool.get(context)
    return one?.isIdle && one.page.url().startsWith(origin)
  }
  const contexts = (await browser)?.contexts() ?? []
  await Promise.all(contexts.map((context) => (stays(context) ? undefined : context.close())))
}
