import type { CDPSession, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { allowConsoleErrors, asNewUser, expectAccessible } from './browser.ts'
import { PASSWORD } from './people.ts'

const passkeys = (page: Page) => page.getByRole('region', { name: 'Passkeys', exact: true })

/**
 * Adds a device that contains these passkeys and verifies its user. Returns a function that reads the device’s
 * passkeys.
 */
async function withDevice(page: Page, passkeysOnIt: readonly Passkey[] = []): Promise<() => Promise<Passkey[]>> {
  const session = await page.context().newCDPSession(page)
  await session.send('WebAuthn.enable')
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
    },
  })
  for (const credential of passkeysOnIt) await session.send('WebAuthn.addCredential', { authenticatorId, credential })
  return () => readPasskeys(session, authenticatorId)
}

type Passkey = Awaited<ReturnType<typeof readPasskeys>>[number]

async function readPasskeys(session: CDPSession, authenticatorId: string) {
  return (await session.send('WebAuthn.getCredentials', { authenticatorId })).credentials
}

async function addsPasskey(page: Page, name: string): Promise<void> {
  await page.goto('/settings/account')
  await passkeys(page).getByRole('button', { name: 'Add passkey', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Add passkey', exact: true })
  await dialog.getByLabel('Name', { exact: true }).fill(name)
  await dialog.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await dialog.getByRole('button', { name: 'Add passkey', exact: true }).click()
  await dialog.waitFor({ state: 'detached' })
  await passkeys(page).getByText(name, { exact: true }).waitFor()
}

async function signsOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Account: Tamsin Okoro', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Sign out', exact: true }).click()
  await page.getByRole('link', { name: 'Sign in again', exact: true }).click()
  await page.getByRole('button', { name: 'Sign in with a passkey', exact: true }).waitFor()
}

/**
 * Signs in with a passkey. Adds the device again first, because Chromium forgets it when the page changes its process
 * or is checked by axe.
 */
async function usesPasskey(page: Page, passkeysOnIt: readonly Passkey[]): Promise<void> {
  await withDevice(page, passkeysOnIt)
  await page.getByRole('button', { name: 'Sign in with a passkey', exact: true }).click()
}

describe('passkeys', () => {
  it('are added, sign in without a password, are renamed and removed', async () => {
    const page = await asNewUser()
    const device = await withDevice(page)
    await page.goto('/settings/account')
    await passkeys(page).getByText('None', { exact: true }).waitFor()
    await addsPasskey(page, 'Laptop')
    const onDevice = await device()
    await passkeys(page).getByText('Never used').waitFor()
    await expectAccessible(page)

    await signsOut(page)
    await usesPasskey(page, onDevice)
    await page.waitForURL('**/dashboard')
    await page.goto('/settings/account')
    await passkeys(page).getByText('Last used').waitFor()

    await passkeys(page).getByRole('button', { name: 'Rename Laptop', exact: true }).click()
    const rename = page.getByRole('dialog', { name: 'Rename passkey', exact: true })
    await rename.getByLabel('Name', { exact: true }).fill('Old laptop')
    await rename.getByRole('button', { name: 'Rename', exact: true }).click()
    await rename.waitFor({ state: 'detached' })
    await passkeys(page).getByText('Old laptop', { exact: true }).waitFor()

    await passkeys(page).getByRole('button', { name: 'Remove Old laptop', exact: true }).click()
    const remove = page.getByRole('dialog', { name: 'Remove passkey Old laptop?', exact: true })
    await remove.getByLabel('Password', { exact: true }).fill('wrong')
    await remove.getByRole('button', { name: 'Remove passkey', exact: true }).click()
    await remove.getByText('Incorrect password.').waitFor()
    await expectAccessible(page)
    await remove.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await remove.getByRole('button', { name: 'Remove passkey', exact: true }).click()
    await remove.waitFor({ state: 'detached' })
    await passkeys(page).getByText('None', { exact: true }).waitFor()

    await signsOut(page)
    await usesPasskey(page, onDevice)
    await page.getByText('This passkey was removed from its account. Sign in another way.').waitFor()
    expect(new URL(page.url()).pathname).toBe('/login')
    allowConsoleErrors(/status of 40[01]/)
    // The next test needs a page without this device.
    await page.close()
  })
})
