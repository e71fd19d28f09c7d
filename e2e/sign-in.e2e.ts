import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, inject, it } from 'vitest'
import { linkInOutbox } from '../apps/web/src/features/account/reset-texts.ts'
import * as accountTexts from '../apps/web/src/features/account/texts.ts'
import { allowConsoleErrors, expectAccessible, openPage, signUpByPage } from './browser.ts'
import { outboxMail } from './mail.ts'
import { callApi, fillSignIn, fillSignUp, newAddress, PASSWORD, signIn } from './people.ts'

const REFUSED = /status of 40[13]/

/** Creates a new account, and a page that is signed in with it. */
async function signedUp() {
  const email = newAddress()
  const page = await openPage('/sign-up')
  await fillSignUp(page, 'Mara Weiss', email)
  await page.waitForURL('**/dashboard')
  return { page, email }
}

describe('signing in', () => {
  it('explains an error, then leads to the requested page', async () => {
    const { email } = await signedUp()
    const page = await openPage('/jobs/?sort=Name#discussion')
    await page.waitForURL(/\/login\?redirectPath=/)
    await page.getByText(accountTexts.signInWanted).waitFor()
    await expectAccessible(page)

    await fillSignIn(page, email, 'not my password at all')
    await page.getByRole('alert').getByText('Incorrect email or password.').waitFor()
    await fillSignIn(page, email)

    await page.waitForURL('**/jobs/**')
    expect(new URL(page.url()).searchParams.get('sort')).toBe('Name')
    expect(new URL(page.url()).hash).toBe('#discussion')
    await page.getByRole('heading', { name: 'Jobs', level: 1 }).waitFor()
    expect(await page.getByRole('dialog').count()).toBe(0)
    allowConsoleErrors(REFUSED)
  })

  it('says below each field what is missing, and focuses the first of them', async () => {
    const page = await openPage('/login')

    await page.getByRole('button', { name: 'Sign in', exact: true }).click()

    await page.getByText('Enter your password.').waitFor()
    expect(await page.evaluate('document.activeElement.name')).toBe('email')
    await expectAccessible(page)
    await page.keyboard.type('mara')
    await expect.poll(() => page.getByText('Enter your email.').count()).toBe(0)
    await page.keyboard.press('Enter')
    await page.getByText(accountTexts.signUpInvalidEmail).waitFor()
  })

  it.each(['https://evil.example/', '/..//evil.example'])('sec/H4 never leads to %s', async (target) => {
    const { email } = await signedUp()
    const page = await openPage(`/login?redirectPath=${encodeURIComponent(target)}`)

    await fillSignIn(page, email)

    await page.waitForURL(`${inject('productUrl')}/dashboard`)
  })

  it('is skipped for a signed-in user', async () => {
    const { page } = await signedUp()

    for (const path of [
      '/',
      '/login',
      '/sign-up',
      '/forgot-password',
      '/reset-password?token=x',
      '/verify-email?token=x',
    ]) {
      await page.goto(path)
      await page.waitForURL('**/dashboard')
    }
  })
})

describe('a visitor without a session', () => {
  it.each([
    '/',
    '/dashboard',
    '/sign-out',
    '/change-password',
    '/verify-delete-account?token=x',
    '/settings',
    '/admin',
  ])('gets from %s to the sign-in page', async (path) => {
    const page = await openPage(path)

    await page.waitForURL(/\/login(\?|$)/)
    await page.getByRole('button', { name: 'Sign in', exact: true }).waitFor()
  })
})

describe('a session that ends', () => {
  it('is renewed in a dialog over the page, which keeps its input', async () => {
    const { page, email } = await signedUp()
    await page.goto('/jobs/?start=new')
    await page.getByLabel('Job name').fill('Typed before the end')

    const elsewhere = await openPage('/')
    await signIn(elsewhere, email)
    await callApi(elsewhere, '/revoke-other-sessions', {})

    const again = page.getByRole('dialog', { name: 'Sign in to continue' })
    await again.waitFor()
    await expectAccessible(page)
    await fillSignIn(page, undefined)
    await again.waitFor({ state: 'detached' })
    await expect.poll(() => page.getByLabel('Job name').inputValue()).toBe('Typed before the end')
    allowConsoleErrors(REFUSED)
  })

  it('sec/C8 ends on the server at sign-out, after which none of its pages can be reopened', async () => {
    const { page } = await signedUp()
    const cookies = await page.context().cookies()
    await page
      .getByRole('button', { name: /Mara Weiss/ })
      .last()
      .click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await page.getByText('You’re signed out').waitFor()
    await expectAccessible(page)

    await page.goBack()
    await page.waitForURL(/\/login/)
    await page.context().addCookies(cookies)
    await page.goto('/dashboard')
    await page.waitForURL(/\/login/)
  })
})

describe('a forgotten password', () => {
  it('sec/D3 is reset by a link whose token is removed from the URL immediately', async () => {
    const { email } = await signedUp()
    const page = await openPage('/forgot-password')
    await expectAccessible(page)
    await page.getByLabel('Email').fill(email)
    await page.getByRole('button', { name: 'Send reset link' }).click()
    await page.getByText(linkInOutbox).waitFor()
    const { link } = await outboxMail(inject('productData'), email, 'Set a new password')
    const token = new URL(link).searchParams.get('token') ?? ''

    const asked: string[] = []
    page.on('request', (request) => asked.push(`${request.url()} ${JSON.stringify(request.headers())}`))
    await page.goto(link)
    await page.waitForURL((url) => url.search === '')
    await page.reload()
    await page.getByLabel('New password', { exact: true }).fill('a heron stands in the reeds')
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Set password' }).click()
    await page.getByText('Password set. Sign in with your new password.').waitFor()

    expect(asked.length).toBeGreaterThan(3)
    expect(asked.slice(1).filter((request) => request.includes(token))).toEqual([])
    await signIn(page, email, 'a heron stands in the reeds')
    const late = await openPage(link)
    await late.getByLabel('New password', { exact: true }).fill('a heron stands in the rain')
    await late.getByRole('button', { name: 'Set password' }).click()
    await late.getByRole('heading', { name: accountTexts.linkInvalid }).waitFor()
    allowConsoleErrors(/status of 40[01]/)
  })
})

describe('deleting an account', () => {
  it('requires the emailed link and deletes the account', async () => {
    const { page, email } = await signedUp()
    await callApi(page, '/delete-user', { password: PASSWORD })
    const { link } = await outboxMail(inject('productData'), email, 'Delete your account?')

    await page.goto(link)
    await page.getByRole('heading', { name: 'Delete your account?' }).waitFor()
    expect(page.url()).not.toContain('token')
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Delete account' }).click()
    await page.waitForURL('**/login')

    await fillSignIn(page, email)
    await page.getByText('Incorrect email or password.').waitFor()
    allowConsoleErrors(REFUSED)
  })
})

describe('a page of another site', () => {
  const ATTACKS = `
    const at = new URLSearchParams(location.search).get('at')
    const job = JSON.stringify({ Name: 'pwned' })
    const send = (path, init) => fetch(at + path, { method: 'POST', credentials: 'include', mode: 'no-cors', ...init }).catch(() => {})
    const types = ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', 'Text/Plain;charset=UTF-8']
    async function attack() {
      for (const type of types) await send('/api/Job/CreateJob', { headers: { 'content-type': type }, body: job })
      await send('/api/Job/CreateJob', { body: new Blob([job]) })
      await send('/api/auth/update-user', { headers: { 'content-type': 'text/plain' }, body: '{"name":"pwned"}' })
      await send('/api/auth/sign-out', {})
      navigator.sendBeacon(at + '/api/Job/CreateJob', new Blob([job], { type: 'text/plain' }))
      const form = new FormData()
      form.append('files', new Blob(['x']), 'pwned.csv')
      await send('/api/WorkData/UploadWorkData', { body: form })
      for (const enctype of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data']) {
        document.body.insertAdjacentHTML('beforeend', '<iframe name="' + enctype + '"></iframe><form method="post"></form>')
        const element = document.body.lastElementChild
        Object.assign(element, { action: at + '/api/Job/CreateJob', enctype, target: enctype })
        element.innerHTML = '<input name="Name" value="pwned">'
        element.submit()
      }
      await new Promise((settle) => setTimeout(settle, 500))
      document.title = 'attacked'
    }
    attack()`

  it('sec/H2 cannot change a signed-in user’s data with any request', async () => {
    const { page } = await signedUp()
    const evil = createServer((_request, reply) => {
      reply.setHeader('content-type', 'text/html').end(`<title>evil</title><body><script>${ATTACKS}</script>`)
    }).listen(0, '127.0.0.1')
    await new Promise((listening) => evil.once('listening', listening))
    const { port } = evil.address() as AddressInfo

    await page.goto(`http://127.0.0.1:${port}/?at=${encodeURIComponent(inject('productUrl'))}`)
    await page.waitForFunction('document.title === "attacked"')
    evil.close()

    await page.goto('/jobs/')
    await page.getByText('No jobs yet').waitFor()
    await page.goto('/workdata/explorer')
    await page.getByText('No data yet').waitFor()
    const { user } = await callApi<{ user: { name: string } }>(page, '/get-session')
    expect(user.name).toBe('Mara Weiss')
    allowConsoleErrors(/40[0-9]|Refused|X-Frame-Options|frame-ancestors|ERR_/)
  })
})

describe('a new account', () => {
  it('explains what is wrong with the input', async () => {
    const { email } = await signedUp()
    const page = await openPage('/sign-up')
    await expectAccessible(page)

    await fillSignUp(page, 'Mara Weiss', email)
    await page.getByText('An account with this address already exists.').waitFor()
    await page.getByLabel('Email').fill(newAddress())
    await page.getByLabel('Password', { exact: true }).fill('unbelievable1')
    await page.getByRole('button', { name: 'Create account' }).click()
    await page.getByText('This password is too common: attackers try it first. Choose another one.').waitFor()

    await signUpByPage(page)
    allowConsoleErrors(/status of 4(00|22)/)
  })
})

it('of someone who was invited and has an account leads to the invitation', async () => {
  const page = await openPage('/sign-up?redirectPath=%2Finvite%2F01a2')

  await page.getByRole('link', { name: 'Sign in' }).click()

  await page.waitForURL(/\/login\?redirectPath=/)
  expect(new URL(page.url()).searchParams.get('redirectPath')).toBe('/invite/01a2')
})

it('of someone who was invited and has no account leads to the invitation', async () => {
  const page = await openPage('/login?redirectPath=%2Finvite%2F01a2')

  await page.getByRole('link', { name: 'Create an account' }).click()

  await page.waitForURL(/\/sign-up\?redirectPath=/)
  expect(new URL(page.url()).searchParams.get('redirectPath')).toBe('/invite/01a2')
})
