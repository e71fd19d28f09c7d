import { readFileSync } from 'node:fs'
import { codeOf } from '@millrace/contracts/testing/authenticator'
import type { Page } from 'playwright-core'
import { describe, expect, inject, it } from 'vitest'
import { openInAuthenticatorApp } from '../apps/web/src/features/account/settings/texts.ts'
import * as accountTexts from '../apps/web/src/features/account/texts.ts'
import { allowConsoleErrors, asNewUser, asUser, expectAccessible, openPage } from './browser.ts'
import { uploadAs } from './files.ts'
import { outboxMail } from './mail.ts'
import { callApi, fillSignIn, newAddress, PASSWORD, signIn } from './people.ts'

const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const addressOf = async (page: Page) => (await callApi<{ user: { email: string } }>(page, '/get-session')).user.email

const focusedText = (page: Page) => page.evaluate('document.activeElement.textContent')

/** Opens the settings of a new user. */
async function openSettings(options: Parameters<typeof asNewUser>[0] = {}): Promise<Page> {
  const page = await asNewUser(options)
  await page.goto('/settings')
  await section(page, 'Profile').waitFor()
  return page
}

/** Opens a second browser in which the same user is signed in. */
async function openElsewhere(email: string): Promise<Page> {
  const other = await asUser({ email, password: PASSWORD })
  await other.goto('/dashboard')
  return other
}

describe('account settings', () => {
  it('open first and save a new name, which is shown everywhere', async () => {
    const page = await openSettings({ name: 'Tamsin Okoro' })
    expect(new URL(page.url()).pathname).toBe('/settings/account')
    await expectAccessible(page)

    await page.getByLabel('Name').fill('  Tamsin Achieng Okoro ')
    await page.keyboard.press('Enter')

    await page.getByText('Name saved').waitFor()
    await page.getByRole('button', { name: 'Account: Tamsin Achieng Okoro' }).waitFor()
    await page.reload()
    await expect.poll(() => page.getByLabel('Name').inputValue()).toBe('Tamsin Achieng Okoro')
  })

  it('refuse an empty name and restore the saved one with Escape', async () => {
    const page = await openSettings({ name: 'Tamsin Okoro' })

    await page.getByLabel('Name').fill(' ')
    await page.getByText('Enter your name.').waitFor()
    await page.keyboard.press('Escape')

    await expect.poll(() => page.getByLabel('Name').inputValue()).toBe('Tamsin Okoro')
    await page.getByRole('button', { name: 'Save name', disabled: true }).waitFor()
  })

  it('change the address after the password was entered', async () => {
    const page = await openSettings()
    const newEmail = newAddress('tamsin')
    await section(page, 'Email').getByRole('button', { name: 'Change email' }).click()
    const form = page.getByRole('dialog', { name: 'Change email' })
    await expectAccessible(page)

    await form.getByLabel('New email').fill('tamsin')
    await form.getByRole('button', { name: 'Change email' }).click()
    await form.getByText(accountTexts.signUpInvalidEmail).waitFor()
    await form.getByLabel('New email').fill(newEmail)
    await form.getByLabel('Password', { exact: true }).fill('wrong')
    await form.getByRole('button', { name: 'Change email' }).click()
    await form.getByText('Incorrect password.').waitFor()
    await form.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await form.getByRole('button', { name: 'Change email' }).click()

    await section(page, 'Email').getByText(newEmail).waitFor()
    expect(await addressOf(page)).toBe(newEmail)
    allowConsoleErrors(/status of 400/)
  })

  it('change the password with the keyboard alone, which signs out other devices', async () => {
    const page = await openSettings()
    const email = await addressOf(page)
    const other = await openElsewhere(email)
    await other.goto('about:blank') // otherwise its requests could be refused at any time and cause console errors

    await page.getByRole('button', { name: 'Change password' }).press('Enter')
    const form = page.getByRole('dialog', { name: 'Change password' })
    await form.getByLabel('Current password').waitFor()
    await page.keyboard.type(PASSWORD)
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await page.keyboard.type('a quiet river at night')
    await page.keyboard.press('Enter')

    await page.getByText('Password changed').waitFor()
    await form.waitFor({ state: 'detached' })
    await expect.poll(() => focusedText(page)).toBe('Change password')
    await other.goto('/dashboard')
    await other.waitForURL('**/login**')
    await signIn(other, email, 'a quiet river at night')
  })

  it('sec/L12 download all data as a ZIP archive', async () => {
    const page = await openSettings({ name: 'Tamsin Okoro' })
    const download = page.waitForEvent('download')

    await section(page, 'Your data').getByRole('button', { name: 'Download all data' }).click()

    const file = await download
    expect(file.suggestedFilename()).toBe('Tamsin Okoro.zip')
    expect(readFileSync(await file.path(), 'latin1')).toMatch(/^PK/)
  })

  it('choose the theme for this browser', async () => {
    const page = await openSettings()
    const stored = () => page.evaluate(`localStorage.getItem('platform-ui-theme')`)
    await page.getByRole('radio', { name: 'System', checked: true }).waitFor()
    expect(await stored()).toBeNull()

    await page.getByRole('radio', { name: 'Dark' }).press('Space')

    await expect.poll(() => page.locator('html').getAttribute('data-theme')).toBe('dark')
    expect(await stored()).toBe('dark')
    await expectAccessible(page)
    await page.reload()
    await page.getByRole('radio', { name: 'Dark', checked: true }).waitFor()
  })

  it('choose how high the rows of lists are', { tags: 'long' }, async () => {
    const page = await openSettings()
    await uploadAs(page, 'cochem.csv')
    const rowHeight = async () => {
      await page.goto('/workdata/explorer')
      return (await page.getByRole('row', { name: 'cochem.csv' }).boundingBox())?.height
    }
    const usual = await rowHeight()

    await page.goto('/settings/account')
    await page.getByRole('radio', { name: 'Compact' }).press('Space')
    const compact = await rowHeight()
    await page.goto('/settings/account')
    await page.getByRole('radio', { name: 'Compact', checked: true }).waitFor()
    await page.getByRole('radio', { name: 'Comfortable' }).press('Space')

    expect([usual, compact, await rowHeight()]).toEqual([36, 30, 44])

    const elsewhere = await page.context().newPage()
    await elsewhere.goto('/settings/account')
    await elsewhere.getByRole('radio', { name: 'Compact' }).press('Space')

    const height = async () => (await page.getByRole('row', { name: 'cochem.csv' }).boundingBox())?.height
    await expect.poll(height).toBe(30)
  })

  it('delete the account after the emailed link was opened', async () => {
    const page = await openSettings()
    const email = await addressOf(page)

    await page.getByRole('button', { name: 'Delete account…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Delete your account?' })
    await dialog.getByText('API keys are deleted').waitFor()
    await dialog.getByText(accountTexts.passwordNoMail).waitFor()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Create link' }).click()
    await page.getByRole('dialog', { name: 'Link created' }).waitFor()
    const { link } = await outboxMail(inject('productData'), email, 'Delete your account')
    await page.goto(link)
    await page.getByRole('button', { name: 'Delete account' }).click()

    await page.waitForURL('**/login**')
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.getByText('Incorrect email or password.').waitFor()
    allowConsoleErrors(/status of 401/)
  })

  it('fit on a phone', { tags: 'long' }, async () => {
    const page = await openSettings({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

    await expect.poll(() => page.evaluate('document.documentElement.scrollWidth')).toBe(390)
    await expectAccessible(page)
  })
})

describe('sessions', () => {
  it('are listed with their device and signed out from another browser', async () => {
    const page = await openSettings()
    await page.getByText('No other sessions.').waitFor()
    const other = await openElsewhere(await addressOf(page))
    await page.reload()
    const rows = section(page, 'Sessions').getByRole('listitem')
    await expect.poll(() => rows.count()).toBe(2)
    await rows.first().getByText('This device').waitFor()

    await rows.nth(1).getByRole('button', { name: 'Sign out Chrome on Linux' }).click()

    await page.getByText('No other sessions.').waitFor()
    await other.getByRole('dialog', { name: 'Sign in to continue' }).waitFor()
    allowConsoleErrors(/status of 401/)
  })

  it('of all other devices end together', async () => {
    const page = await openSettings()
    const email = await addressOf(page)
    const others = [await openElsewhere(email), await openElsewhere(email)]
    await page.reload()

    await page.getByRole('button', { name: 'Sign out of all other devices' }).click()
    await page.getByRole('dialog', { name: 'Sign out of all other devices?' }).waitFor()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Sign out 2 devices' }).click()

    await page.getByText('No other sessions.').waitFor()
    for (const other of others) {
      await other.reload()
      await other.waitForURL('**/login**')
    }
    expect(await addressOf(page)).toBe(email)
    allowConsoleErrors(/status of 401/)
  })
})

describe('two-factor authentication', () => {
  it('is set up with an app, then asked for at sign-in, and turned off', async () => {
    const page = await openSettings({ permissions: ['clipboard-read', 'clipboard-write'] })
    const email = await addressOf(page)
    const status = section(page, 'Two-factor authentication')
    await status.getByRole('button', { name: 'Set up' }).click()
    await page
      .getByRole('dialog', { name: 'Set up two-factor authentication' })
      .getByLabel('Password', { exact: true })
      .waitFor()
    await page.keyboard.type(PASSWORD)
    await page.keyboard.press('Enter')

    const scan = page.getByRole('dialog', { name: 'Scan the code' })
    await scan.getByRole('img', { name: /QR code/ }).waitFor()
    await expectAccessible(page)
    const app = scan.getByRole('link', { name: openInAuthenticatorApp })
    expect(await app.count()).toBe(0)
    await page.setViewportSize({ width: 390, height: 844 })
    expect(await app.getAttribute('href')).toMatch(/^otpauth:\/\/totp\/.*secret=/)
    await expectAccessible(page)
    await page.setViewportSize({ width: 1440, height: 900 })
    const key = (await scan.locator('code').textContent())?.replaceAll(' ', '') ?? ''
    await scan.getByLabel('Code', { exact: true }).pressSequentially('000000')
    await scan.getByText('Incorrect code.').waitFor()
    await scan.getByLabel('Code', { exact: true }).pressSequentially(codeOf(`otpauth://totp/x?secret=${key}`))

    const on = page.getByRole('dialog', { name: 'Two-factor authentication is on' })
    await on.waitFor()
    await expectAccessible(page)
    const codes = await on.getByRole('list', { name: 'Backup codes' }).getByRole('listitem').allTextContents()
    expect(codes).toHaveLength(10)
    await page.keyboard.press('Escape')
    await on.getByRole('alert').getByText('won’t be shown again').waitFor()
    await on.getByRole('button', { name: 'Keep open' }).click()
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      on.getByRole('button', { name: 'Download codes' }).click(),
    ])
    expect(readFileSync(await file.path(), 'utf8')).toContain(codes.join('\n'))
    await on.getByRole('button', { name: 'Copy codes' }).click()
    await expect.poll(() => page.evaluate('navigator.clipboard.readText()')).toBe(codes.join('\n'))
    await on.getByRole('button', { name: 'Close' }).click()
    await status.getByText('On, with an authenticator app').waitFor()
    await expect.poll(() => focusedText(page)).toBe('Turn off')
    await section(page, 'Sessions').getByText('This device').waitFor()

    const other = await openPage('/login')
    await fillSignIn(other, email)
    await other.getByRole('button', { name: 'Use a backup code' }).click()
    await other.getByLabel('Backup code').fill(codes[0] ?? '')
    await other.getByRole('button', { name: 'Sign in', exact: true }).click()
    await other.waitForURL('**/dashboard')

    await status.getByRole('button', { name: 'New backup codes' }).click()
    await page
      .getByRole('dialog', { name: 'Create new backup codes?' })
      .getByLabel('Password', { exact: true })
      .fill(PASSWORD)
    await page.getByRole('button', { name: 'Create codes' }).click()
    const renewed = page.getByRole('dialog', { name: 'New backup codes' })
    await renewed.waitFor()
    const fresh = await renewed.getByRole('list', { name: 'Backup codes' }).getByRole('listitem').allTextContents()
    expect(fresh.filter((code) => codes.includes(code))).toEqual([])
    await renewed.getByRole('button', { name: 'Copy codes' }).click()
    await renewed.getByRole('button', { name: 'Close' }).click()

    await status.getByRole('button', { name: 'Turn off' }).click()
    const off = page.getByRole('dialog', { name: 'Turn off two-factor authentication?' })
    await off.getByLabel('Password', { exact: true }).fill('wrong')
    await off.getByRole('button', { name: 'Turn off' }).click()
    await off.getByText('Incorrect password.').waitFor()
    await off.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await off.getByRole('button', { name: 'Turn off' }).click()
    await status.getByRole('button', { name: 'Set up' }).waitFor()
    await expect.poll(() => focusedText(page)).toBe('Set up')
    await section(page, 'Sessions').getByText('This device').waitFor()
    await signIn(await openPage('/login'), email)
    allowConsoleErrors(/status of 40[01]/)
  })
})
