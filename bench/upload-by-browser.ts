import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { chromium } from 'playwright-core'
import { CHROMIUM } from '../e2e/chromium.ts'
import { PASSWORD } from './api-clients.ts'
import { content } from './upload-client.ts'

interface Files {
  /** The folder in which the files to upload are created. */
  parent: string
  count: number
  bytes: number
  firstFile: number
}

/** Durations of tasks that blocked the page, in milliseconds. */
interface Busy {
  /** The task in which the browser passes the files to the page. */
  handingOverMs: number
  /** The same task on a page that ignores the files. */
  handingToNobodyMs: number
  /** The longest of all later tasks. */
  longestMs: number
}

/** Script that records tasks of more than 50 ms, and the time when the page received the files. */
const OBSERVE = `window.tasks = []
  window.observer = new PerformanceObserver((list) => window.tasks.push(...list.getEntries()))
  window.observer.observe({ type: 'longtask' })
  addEventListener('change', () => { window.handedAt ??= performance.now() }, true)`
const BUSY = `(() => {
  window.tasks.push(...window.observer.takeRecords())
  // The event is sent at the end of that task, or right after it.
  const isHandOver = ({ startTime, duration }) => startTime <= window.handedAt && startTime + duration > window.handedAt - 10
  const longest = (tasks) => Math.max(0, ...tasks.map(({ duration }) => duration))
  return [longest(tasks.filter(isHandOver)), longest(tasks.filter((task) => !isHandOver(task)))]
})()`

/** Uploads a folder of small files in Chromium. `measured` receives a function that runs the upload. */
export async function uploadByBrowser(
  { url, email }: { url: string; email: string },
  { parent, count, bytes, firstFile }: Files,
  measured: (upload: () => Promise<void>) => Promise<void>,
): Promise<Busy> {
  const folder = mkdtempSync(join(parent, 'small-'))
  mkdirSync(join(folder, 'batch'))
  for (let at = 0; at < count; at += 1) {
    writeFileSync(join(folder, 'batch', `${at}.bin`), Buffer.concat([...content(firstFile + at, 0, bytes)]))
  }
  const browser = await chromium.launch(CHROMIUM)
  try {
    const context = await browser.newContext({ baseURL: url })
    await context.request.post('/api/auth/sign-in/email', {
      headers: { origin: url },
      data: { email, password: PASSWORD },
    })
    const page = await context.newPage()
    await page.setContent('<input type="file" webkitdirectory>')
    await page.evaluate(OBSERVE)
    await page.locator('input').setInputFiles(join(folder, 'batch'))
    const [handingToNobodyMs = 0] = (await page.evaluate(BUSY)) as number[]
    await page.goto('/workdata/upload')
    await page.evaluate(OBSERVE)
    const done = page.getByRole('button', { name: `Transfers, ${count.toLocaleString('en-US')} files` })
    await measured(async () => {
      await page.getByLabel('Folder to upload').setInputFiles(join(folder, 'batch'))
      await done.waitFor({ timeout: 300_000 })
    })
    const [handingOverMs = 0, longestMs = 0] = (await page.evaluate(BUSY)) as number[]
    return { handingOverMs, handingToNobodyMs, longestMs }
  } finally {
    await browser.close()
    rmSync(folder, { recursive: true })
  }
}
