import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { urlInvalid } from '../apps/web/src/features/uploads/texts.ts'
import { signUp } from './api-client.ts'
import { allowConsoleErrors, asNewUser, expectAccessible } from './browser.ts'
import { gaugeCsv } from './gauge-csv.ts'
import { type Product, startProduct } from './product.ts'

const server = createServer((request, response) => {
  if (request.url === '/stalled.csv') return void response.writeHead(200).write('a,b\n')
  if (request.url !== '/export?id=7') return response.writeHead(404).end()
  return response.writeHead(200, { 'content-disposition': 'attachment; filename="rhine.csv"' }).end(gaugeCsv(50))
})
let source: string
let product: Product

beforeAll(async () => {
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  source = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  product = await startProduct({ env: { FETCH_FROM: `${source},*.example.org` } })
  await signUp(product.url, 'First Administrator')
})
afterAll(async () => {
  await product?.stop()
  product?.remove()
  server.closeAllConnections()
  server.close()
})

it('files are uploaded from URLs that the operator allows', async () => {
  const page = await asNewUser({ baseURL: product.url })
  await page.goto('/workdata/upload')
  const uploads = page.getByRole('list', { name: 'Uploads' })
  const dialog = page.getByRole('dialog', { name: 'Upload from URL' })
  const upload = async (url: string) => {
    await page.getByRole('button', { name: 'From URL' }).click()
    await dialog.getByText(`Fetch a file from ${source} or *.example.org.`).waitFor()
    await page.getByRole('textbox', { name: 'URL' }).fill(url)
    await page.getByRole('button', { name: 'Upload', exact: true }).click()
  }

  await upload('levels')
  await dialog.getByText(urlInvalid).waitFor()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await upload(`${source}/export?id=7`)

  await uploads.getByText('rhine.csv', { exact: true }).waitFor()
  await uploads.getByText(/^Done/).waitFor()
  await upload('https://example.com/levels.csv')
  await uploads.getByText(/^Files can’t be fetched from example\.com/).waitFor()
  await page.getByRole('link', { name: 'rhine.csv' }).click()
  await page.getByText('semicolon-separated, decimal comma').waitFor()
  expect(new URL(page.url()).pathname).toContain('/workdata/explorer/')
  allowConsoleErrors(/status of 422/)
})

it('a pasted URL is fetched after a question', async () => {
  const page = await asNewUser({ baseURL: product.url })
  await page.goto('/workdata/upload')
  await page.getByRole('button', { name: 'From URL' }).waitFor()
  await page.evaluate(`{
    const given = new DataTransfer()
    given.setData('text/plain', '${source}/export?id=7')
    document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData: given, bubbles: true }))
  }`)

  const dialog = page.getByRole('dialog', { name: 'Upload from URL' })
  await dialog.getByText(`Fetch a file from ${source} or *.example.org.`).waitFor()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Fetch file' }).click()

  await page.getByRole('list', { name: 'Uploads' }).getByText('rhine.csv', { exact: true }).waitFor()
})

it('a URL whose server stops sending is shown as such, without an estimated time', {
  tags: 'long',
}, async () => {
  const page = await asNewUser({ baseURL: product.url })
  await page.goto('/workdata/upload')
  await page.getByRole('button', { name: 'From URL' }).click()
  await page.getByRole('textbox', { name: 'URL' }).fill(`${source}/stalled.csv`)
  await page.getByRole('button', { name: 'Upload', exact: true }).click()

  const uploads = page.getByRole('list', { name: 'Uploads' })
  await uploads.getByText('4 B so far').waitFor()
  await uploads.getByText(/^No progress for \d+\ss$/).waitFor()
  expect(await page.getByText(/ left$/).count()).toBe(0)
  await page.getByRole('button', { name: 'Cancel stalled.csv' }).click()
  await uploads.getByText('Canceled').waitFor()
})
