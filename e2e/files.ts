import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { asUserOf } from './api-client.ts'
import { gaugeCsv } from './gauge-csv.ts'
import { linkCode, newest } from './screens.ts'

/** Uploads a file as the page's user and returns its URL. By default, the file contains gauge readings. */
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

/** Uploads a file as the page's user and opens its page. */
export async function uploadAndOpen(
  page: Page,
  name: string,
  content: string | Buffer,
  mimeType = 'application/octet-stream',
): Promise<void> {
  await openAt(page, name, await uploadAs(page, name, content, mimeType))
}

/** Opens the page of the newest file whose name contains `name`. Does not use the list, which other journeys cover. */
export async function openFile(page: Page, name: string): Promise<void> {
  await openAt(page, name, await newest(await asUserOf(page), 'WorkDataQuery', { NameContains: name }))
}

async function openAt(page: Page, name: string, address: string): Promise<void> {
  await page.goto(`/workdata/explorer/${linkCode(address)}`)
  await page.getByRole('heading', { level: 1, name }).waitFor()
}

export function uploadRow(page: Page, name: string): Locator {
  return page.getByRole('list', { name: 'Uploads' }).getByRole('listitem').filter({ hasText: name })
}
