import { codeOf } from '@millrace/contracts/testing/authenticator'
import { expect } from 'vitest'
import type { TestApi } from './api.ts'

type Member = Awaited<ReturnType<TestApi['signUp']>>

/**
 * Turns two-step sign-in on, and returns the secret and the backup codes. Confirms the setup with the previous code, so
 * that the test can still use the current code.
 */
export async function enrols(member: Member): Promise<{ totpURI: string; backupCodes: string[] }> {
  const reply = await member.post('/api/auth/two-factor/enable', { password: member.person.password })
  const made = (await reply.json()) as { totpURI: string; backupCodes: string[] }
  const confirm = () => member.post('/api/auth/two-factor/verify-totp', { code: codeOf(made.totpURI, -1) })
  const began = period()
  let confirmed = await confirm()
  // If the next period has started in the meantime, the previous code is too old.
  if (period() !== began && !confirmed.ok) confirmed = await confirm()
  expect(confirmed.status, await confirmed.clone().text()).toBe(200)
  return made
}

const period = () => Math.floor(Date.now() / 30_000)

/** Returns a client that has entered the password but not the second factor. */
export async function challenged(api: TestApi, person: { email: string; password: string }) {
  const guest = api.anonymous()
  const reply = await guest.post('/api/auth/sign-in/email', person)
  expect(await reply.json()).toMatchObject({ twoFactorRedirect: true })
  return guest
}
