import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { gaugeCsv } from './gauge-csv.ts'

/** Uploads a file as the page's user and returns its URL. By default, it contains gauge readings. */
export async function uploadAs(
  page: Page,
  name: string,
  content: string | Buffer = gaugeCsv(50),
  mimeType = 'text/csv',
): Promise<string> {
  const reply = await page.request.post('/api/WorkData/UploadWorkData', {
    headers: { origin: new URL(page.url()).origin },
    multipart: { files: { name, mimeType, buffer: Buffer.from(content) } },
  })
  expect(reply.status(), await reply.text()).toBe(201)
  return reply.headers().location ?? ''
}
