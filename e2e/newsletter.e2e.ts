import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { signUp } from './api-client.ts'
import { asUser, expectAccessible, openPage } from './browser.ts'
import { fillSignUp, newAddress } from './people.ts'
import { type Product, startProduct } from './product.ts'

/** The state of the fake listmonk: its subscribers' addresses, and whether it is down. */
const listmonk = { addresses: [] as string[], isDown: false }
const server = createServer(async (request, response) => {
  if (listmonk.isDown) return response.writeHead(503).end()
  if (request.method === 'GET') return response.end(JSON.stringify({ data: { results: [] } }))
  const { email } = JSON.parse(await text(request)) as { email: string }
  listmonk.addresses.push(email)
  return response.end(JSON.stringify({ data: { id: listmonk.addresses.length } }))
})
let product: Product

beforeAll(async () => {
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const LISTMONK_URL = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  product = await startProduct({
    env: { LISTMONK_URL, LISTMONK_USER: 'millrace', LISTMONK_TOKEN: 'secret', LISTMONK_LIST: '7' },
  })
})
afterAll(async () => {
  await product?.stop()
  product?.remove()
  server.close()
})

it('users subscribe to the newsletter when they sign up and in their settings; administrators synchronize it', async () => {
  const administrator = await signUp(product.url, 'First Administrator')
  const email = newAddress()
  const page = await openPage('/sign-up', { baseURL: product.url })
  await page.getByRole('checkbox', { name: 'Send me the newsletter' }).focus()
  await page.keyboard.press('Space')
  await expectAccessible(page)
  await fillSignUp(page, 'Mara Lindqvist', email)
  await page.waitForURL('**/dashboard')
  await page.goto('/settings/account')
  const choice = page.getByRole('switch', { name: 'Send me the newsletter' })
  await expect.poll(() => choice.isChecked()).toBe(true)
  await choice.focus()
  await page.keyboard.press('Space')
  await page.getByText('Newsletter turned off').waitFor()
  await expect.poll(() => choice.isChecked()).toBe(false)
  await choice.click()
  await page.getByText('Newsletter turned on').waitFor()

  const admin = await asUser(administrator, { baseURL: product.url })
  await admin.goto('/admin/system')
  const section = admin.getByRole('region', { name: 'Newsletter' })
  await section.getByText('Not synchronized yet').waitFor()
  listmonk.isDown = true
  await section.getByRole('button', { name: 'Sync now' }).click()
  await section.getByText('The last sync stopped early').waitFor()
  await section.getByText('replied with 503').waitFor()
  await expectAccessible(admin)
  listmonk.isDown = false
  await section.getByRole('button', { name: 'Sync now' }).click()
  await section.getByText('In sync').waitFor()

  await section.getByText('1 new').waitFor()
  expect(listmonk.addresses).toEqual([email])
})
