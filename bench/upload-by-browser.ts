import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { chromium } from 'playwright-core'
import { CHROMIUM } from '../e2e/chromium.ts'
import { PASSWORD } from './api-clients.ts'
import { content } from './upload-client.ts'

interface Files {
  /** Where they are written for the browser. */
  parent: string
  count: number
  bytes: number
  firstFile: number
}

/**
 * Uploads a folder of small files by the upload page in Chromium. `measured` runs the upload. Resolves with
 * the longest time for which the page was busy.
 */
export async function uploadByBrowser(
  { url, email }: { url: string; email: string },
  { parent, count, bytes, firstFile }: Files,
  measured: (upload: () => Promise<void>) => Promise<void>,
): Promise<{ longestTaskMs: number }> {
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
    await page.goto('/workdata/upload')
    await page.evaluate(`new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) window.longest = Math.max(window.longest ?? 0, duration)
    }).observe({ type: 'longtask' })`)
    const done = page.getByRole('button', { name: `Transfers, ${count.toLocaleString('en-US')} files` })
    await measured(async () => {
      await page.getByLabel('Folder to upload').setInputFiles(join(folder, 'batch'))
      await done.waitFor({ timeout: 300_000 })
    })
    return { longestTaskMs: Number(await page.evaluate('window.longest ?? 0')) }
  } finally {
    await browser.close()
    rmSync(folder, { recursive: true })
  }
}
