import { codeOf } from '@millrace/contracts/testing/authenticator'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as accountTexts from '../apps/web/src/features/account/texts.ts'
import { signInWithNewAddress } from '../apps/web/src/features/account/texts.ts'
import { asUserOf, type Calls } from './api-client.ts'
import { allowConsoleErrors, expectAccessible, openPage } from './browser.ts'
import { SMALL } from './contexts.ts'
import { type Mailbox, mailServer } from './mail.ts'
import { callApi, fillSignIn, fillSignUp, newAddress, PASSWORD, signIn } from './people.ts'
import { type Product, startProduct } from './product.ts'
import { callsOf } from './seed-organization.ts'

/* A separate product, as a team runs it: with email, verified addresses, and sign-up by invitation only. */
let mail: Mailbox
let product: Product
/** The administrator. */
let ada: Calls
const open = (path = '/') => openPage(path, { baseURL: product.url })

beforeAll(async () => {
  mail = await mailServer()
  product = await startProduct({ env: { SMTP_URL: mail.url, SIGN_UP: 'invite' } })
})

afterAll(async () => {
  await product.stop()
  product.remove()
  mail.close()
})

async function invites(email: string): Promise<{ id: string; link: string }> {
  const { id } = await callsOf(ada)<{ id: string }>('invite-member', { email, role: 'member' })
  const { link } = await mail.mailTo(email, 'Invitation to Rhine Lab')
  return { id, link }
}

/** Creates a signed-in user who has accepted an invitation over HTTP. */
async function joined() {
  const email = newAddress('jonas')
  const { id } = await invites(email)
  const page = await open(SMALL)
  const headers = { origin: product.url, 'x-millrace-invitation': id }
  const data = { name: 'Jonas', email, password: PASSWORD }
  expect((await page.request.post('/api/auth/sign-up/email', { headers, data })).ok()).toBe(true)
  await page.goto((await mail.mailTo(email, 'Confirm your email address')).link)
  await page.getByRole('link', { name: 'View your invitation' }).waitFor()
  await callApi(page, '/organization/accept-invitation', { invitationId: id })
  return { page, email, invitation: id }
}

/** Accepts an invitation as a person without an account: opens its link, signs up and confirms the email address. */
async function joins(): Promise<Page> {
  const email = newAddress('jonas')
  const { link } = await invites(email)
  const page = await open(link)
  await page.getByRole('link', { name: 'Create account' }).click()
  await fillSignUp(page, 'Jonas', email)
  await page.getByRole('heading', { name: 'Check your inbox' }).waitFor()
  await page.goto((await mail.mailTo(email, 'Confirm your email address')).link)
  await page.getByRole('link', { name: 'View your invitation' }).click()
  await page.getByRole('button', { name: 'Join' }).click()
  await page.waitForURL('**/dashboard')
  return page
}

describe('the first run', () => {
  it('creates the administrator without a confirmation email', async () => {
    const page = await open()
    await page.getByRole('heading', { name: 'Create the administrator account' }).waitFor()
    await expectAccessible(page)

    await fillSignUp(page, 'Ada', 'ada@example.org')

    await page.waitForURL('**/dashboard')
    ada = await asUserOf(page)
    await callsOf(ada)('create', { name: 'Rhine Lab', slug: 'rhine-lab' })
    const other = await open('/sign-up')
    await other.getByText('Sign-up is by invitation only.').waitFor()
    await expectAccessible(other)
  })
})

describe('an invitation', () => {
  it('leads from the email through a new account to the organization', async () => {
    const page = await joins()

    await page
      .getByRole('navigation', { name: 'Breadcrumb' })
      .getByText('Rhine Lab')
      .filter({ visible: true })
      .waitFor()
  })

  it('reveals its state to the recipient and nothing to others', async () => {
    const { page, email, invitation } = await joined()
    const { id } = await invites(newAddress('tamsin'))

    await page.goto(`/invite/${id}`)
    await page.getByText('Invitation not found.').waitFor()
    await page.getByText(`You are signed in as ${email}.`).waitFor()
    await expectAccessible(page)
    await page.goto(`/invite/${invitation}`)
    await page.getByText('The invitation to Rhine Lab has already been accepted.').waitFor()
    allowConsoleErrors(/status of (404|410)/)
  })
})

describe('two-step sign-in', () => {
  it('accepts an authenticator code, a backup code or an emailed code, each only once', async () => {
    const { page, email } = await joined()
    const { totpURI, backupCodes } = await callApi<{ totpURI: string; backupCodes: string[] }>(
      page,
      '/two-factor/enable',
      { password: PASSWORD },
    )
    await callApi(page, '/two-factor/verify-totp', { code: codeOf(totpURI) })
    await mail.mailTo(email, 'Two-factor authentication is on')
    const challenged = async () => {
      const other = await open('/login')
      await fillSignIn(other, email)
      await other.getByRole('heading', { name: 'Two-factor authentication' }).waitFor()
      return other
    }

    const byCode = await challenged()
    await expectAccessible(byCode)
    await byCode.getByLabel('Code', { exact: true }).pressSequentially('000000')
    await byCode.getByText('Incorrect code.').waitFor()
    await byCode.getByLabel('Code', { exact: true }).pressSequentially(codeOf(totpURI, 1))
    await byCode.waitForURL('**/dashboard')

    const byBackup = await challenged()
    await byBackup.getByRole('button', { name: 'Use a backup code' }).click()
    await byBackup.getByLabel('Backup code').fill(backupCodes[0]?.toUpperCase() ?? '')
    await byBackup.getByRole('button', { name: 'Sign in', exact: true }).click()
    await byBackup.waitForURL('**/dashboard')

    const byMail = await challenged()
    await byMail.getByRole('button', { name: 'Use a backup code' }).click()
    await byMail.getByLabel('Backup code').fill(backupCodes[0] ?? '')
    await byMail.getByRole('button', { name: 'Sign in', exact: true }).click()
    await byMail.getByText('This backup code is incorrect or has already been used. Enter another one.').waitFor()
    await byMail.getByRole('button', { name: 'Email me a code' }).click()
    const { text } = await mail.mailTo(email, 'Your sign-in code')
    await byMail.getByText('Enter the code we emailed you.').waitFor()
    await byMail.getByLabel('Code', { exact: true }).fill(/code is (\d{6})/.exec(text)?.[1] ?? '')
    await byMail.waitForURL('**/dashboard')
    allowConsoleErrors(/status of 401/)
  })
})

describe('a change of address', () => {
  it('is confirmed from the new address and undone from the old one', async () => {
    const { page, email } = await joined()
    const newEmail = newAddress('thief')
    await callApi(page, '/change-email', { newEmail })

    await page.goto((await mail.mailTo(newEmail, 'Confirm your new email address')).link)
    await page.waitForURL('**/sign-out?newAddress=true')
    await page.getByText(signInWithNewAddress).waitFor()
    await signIn(page, newEmail)

    const owner = await open((await mail.mailTo(email, 'Your email address was changed')).link)
    await owner.getByRole('heading', { name: 'Your address was restored' }).waitFor()
    await expectAccessible(owner)
    await page.getByRole('dialog', { name: 'Sign in to continue' }).waitFor()
    await owner.goto((await mail.mailTo(email, 'Set a new password')).link)
    await owner.getByLabel('New password', { exact: true }).fill('a heron stands in the reeds')
    await owner.getByRole('button', { name: 'Set password' }).click()
    await owner.waitForURL('**/login')
    await signIn(owner, email, 'a heron stands in the reeds')
    allowConsoleErrors(/status of 401/)
  })
})

describe('a requested change of address', () => {
  it('is shown in the settings until it is canceled, after which its link changes nothing', async () => {
    const { page, email } = await joined()
    const newEmail = newAddress('new')
    await page.goto('/settings')
    const section = page.getByRole('region', { name: 'Email', exact: true })
    await section.getByRole('img', { name: 'Confirmed' }).waitFor()
    await section.getByRole('button', { name: 'Change email' }).click()
    const form = page.getByRole('dialog', { name: 'Change email' })
    await form.getByLabel('New email').fill(newEmail)
    await form.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await form.getByRole('button', { name: 'Send link' }).click()
    await section.getByText(newEmail).waitFor()
    await page.reload()
    await section.getByText(newEmail).waitFor()
    await expectAccessible(page)

    await section.getByRole('button', { name: 'Cancel change' }).click()

    await section.getByText(newEmail).waitFor({ state: 'detached' })
    await page.goto((await mail.mailTo(newEmail, 'Confirm your new email address')).link)
    await page.getByRole('heading', { name: 'Your email was not changed' }).waitFor()
    await page.goto('/settings')
    await section.getByText(email).waitFor()
    allowConsoleErrors(/status of 401/)
  })
})

describe('an administrator’s changes to an account', () => {
  it('can require a new password or ban the account', async () => {
    const { page, email } = await joined()
    const { user } = await callApi<{ user: { id: string } }>(page, '/get-session')
    await ada.post('/api/auth/admin/set-user-password', { userId: user.id, newPassword: 'ducks below the weir' })

    await page.goto('/login')
    await fillSignIn(page, email, 'ducks below the weir')
    await page.waitForURL('**/change-password**')
    await page.getByText(accountTexts.passwordRequired).waitFor()
    await expectAccessible(page)
    await page.goto('/jobs/')
    await page.waitForURL('**/change-password**')
    await page.getByLabel('Current password').fill('something else')
    await page.getByLabel('New password', { exact: true }).fill('a heron stands in the reeds')
    await page.getByRole('button', { name: 'Change password' }).click()
    await page.getByText('Incorrect current password.').waitFor()
    await page.getByLabel('Current password').fill('ducks below the weir')
    await page.getByRole('button', { name: 'Change password' }).click()
    await page.waitForURL('**/jobs/')

    await ada.post('/api/auth/admin/ban-user', { userId: user.id, banReason: 'Sold access' })
    await page.getByRole('dialog', { name: 'Sign in to continue' }).waitFor()
    const ban = page.getByText('This account is banned. Contact an administrator. Reason: Sold access')
    await ban.waitFor()
    const reply = page.waitForResponse('**/api/auth/sign-in/email')
    await fillSignIn(page, undefined, 'a heron stands in the reeds')
    expect((await reply).status()).toBe(403)
    await expect.poll(() => page.locator('button[aria-busy]').count()).toBe(0)
    expect(await ban.count()).toBe(1)
    await page.goto('/login')
    await ban.waitFor()
    allowConsoleErrors(/status of (401|403|422)/)
  })
})
