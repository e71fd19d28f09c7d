import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { urlInvalid } from '../apps/web/src/features/uploads/texts.ts'
import { type Person, signUp } from './api-client.ts'
import { allowConsoleErrors, asNewUser, asUser, expectAccessible, openPage } from './browser.ts'
import { gaugeCsv } from './gauge-csv.ts'
import { CLIENT, type IdentityProvider, startIdentityProvider } from './identity-provider.ts'
import { fillSignUp, newAddress, signIn } from './people.ts'
import { type Product, startProduct } from './product.ts'

/** The state of the fake listmonk: its subscribers' addresses, and whether it is down. */
const listmonk = { addresses: [] as string[], isDown: false }
const listmonkServer = createServer(async (request, response) => {
  if (listmonk.isDown) return response.writeHead(503).end()
  if (request.method === 'GET') return response.end(JSON.stringify({ data: { results: [] } }))
  const { email } = JSON.parse(await text(request)) as { email: string }
  listmonk.addresses.push(email)
  return response.end(JSON.stringify({ data: { id: listmonk.addresses.length } }))
})
const sourceServer = createServer((request, response) => {
  if (request.url === '/stalled.csv') return void response.writeHead(200).write('a,b\n')
  if (request.url !== '/export?id=7') return response.writeHead(404).end()
  return response.writeHead(200, { 'content-disposition': 'attachment; filename="rhine.csv"' }).end(gaugeCsv(50))
})
let provider: IdentityProvider
let source: string
let product: Product
let administrator: Person

/** One product uses all three servers, because starting a product takes seconds of CPU time. */
beforeAll(async () => {
  provider = await startIdentityProvider()
  source = await listening(sourceServer)
  product = await startProduct({
    env: {
      OIDC_ISSUER: provider.issuer,
      OIDC_NAME: 'Rhine Lab',
      SIGN_UP: 'open',
      ...CLIENT,
      LISTMONK_URL: await listening(listmonkServer),
      LISTMONK_USER: 'millrace',
      LISTMONK_TOKEN: 'secret',
      LISTMONK_LIST: '7',
      FETCH_FROM: `${source},*.example.org`,
    },
  })
  administrator = await signUp(product.url, 'First Administrator')
  provider.accept(product.url)
})
afterAll(async () => {
  await product?.stop()
  product?.remove()
  provider?.close()
  listmonkServer.close()
  sourceServer.closeAllConnections()
  sourceServer.close()
})

/** Starts a server on a free port and returns its URL. */
async function listening(server: Server): Promise<string> {
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const open = (path: string) => openPage(path, { baseURL: product.url })

describe('with an identity provider', () => {
  it('people sign in with the identity provider, which was unavailable at first, and return to the page they wanted', async () => {
    const email = newAddress()
    provider.signsIn()
    const page = await open('/settings/account')
    await page.getByRole('button', { name: 'Continue with Rhine Lab' }).focus()
    await expectAccessible(page)
    await page.keyboard.press('Enter')
    await page.getByText('You canceled the sign-in.').waitFor()
    expect(new URL(page.url()).searchParams.get('error_description')).toBeNull()

    provider.signsIn(email)
    await page.goto('/settings/account')
    await page.getByRole('button', { name: 'Continue with Rhine Lab' }).click()

    await page.waitForURL('**/settings/account')
    await page.getByText(email).waitFor()
    const linked = page.getByRole('list', { name: 'Linked accounts' })
    await linked.getByText('Rhine Lab').waitFor()
    expect(await linked.getByRole('button').count()).toBe(0)
    await expectAccessible(page)
  })

  it('people link their account in the settings and unlink it', async () => {
    const mara = await signUp(product.url, 'Mara Lindqvist')
    const page = await open('/login')
    await signIn(page, mara.email, mara.password)
    await page.goto('/settings/account')
    provider.signsIn(newAddress('another'))
    await page.getByRole('button', { name: 'Link Rhine Lab' }).click()
    await page.getByText('That account has a different email address').waitFor()

    await page.context().clearCookies({ domain: '127.0.0.1' }) // signs out at the provider
    provider.signsIn(mara.email)
    await page.getByRole('button', { name: 'Link Rhine Lab' }).click()
    await page.getByRole('button', { name: 'Unlink Rhine Lab' }).waitFor()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Unlink Rhine Lab' }).click()

    await page.getByText('Rhine Lab unlinked').waitFor()
    await page.getByRole('button', { name: 'Link Rhine Lab' }).waitFor()
  })
})

describe('with listmonk', () => {
  it('users subscribe to the newsletter when they sign up and in their settings; administrators synchronize it', async () => {
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
})

describe('with URLs to fetch from', () => {
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
})
