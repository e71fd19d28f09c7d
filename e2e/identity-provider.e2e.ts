import { afterAll, beforeAll, expect, it } from 'vitest'
import { signUp } from './api-client.ts'
import { expectAccessible, openPage } from './browser.ts'
import { CLIENT, type IdentityProvider, startIdentityProvider } from './identity-provider.ts'
import { newAddress, signIn } from './people.ts'
import { type Product, startProduct } from './product.ts'

let provider: IdentityProvider
let product: Product

beforeAll(async () => {
  provider = await startIdentityProvider()
  product = await startProduct({
    env: { OIDC_ISSUER: provider.issuer, OIDC_NAME: 'Rhine Lab', SIGN_UP: 'open', ...CLIENT },
  })
  await signUp(product.url, 'First Administrator')
  provider.accept(product.url)
})
afterAll(async () => {
  await product?.stop()
  product?.remove()
  provider?.close()
})

const open = (path: string) => openPage(path, { baseURL: product.url })

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
