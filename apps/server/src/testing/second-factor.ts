import { createHmac } from 'node:crypto'
import { expect } from 'vitest'
import type { TestApi } from './api.ts'

type Member = Awaited<ReturnType<TestApi['signUp']>>

/** The code that an authenticator shows (RFC 6238), this many steps from now. */
export function codeOf(totpURI: string, step = 0): string {
  const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
  const secret = new URL(totpURI).searchParams.get('secret') ?? ''
  const bits = [...secret].map((letter) => digits.indexOf(letter).toString(2).padStart(5, '0')).join('')
  const key = Buffer.from(bits.match(/.{8}/g)?.map((byte) => Number.parseInt(byte, 2)) ?? [])
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000) + step))
  const mac = createHmac('sha1', key).update(counter).digest()
  const offset = (mac.at(-1) ?? 0) & 15
  return String((mac.readUInt32BE(offset) & 0x7fff_ffff) % 1_000_000).padStart(6, '0')
}

/** Turns two-step sign-in on. It is confirmed with the previous code, so the current one can still be used. */
export async function enrols(member: Member): Promise<{ totpURI: string; backupCodes: string[] }> {
  const reply = await member.post('/api/auth/two-factor/enable', { password: member.person.password })
  const made = (await reply.json()) as { totpURI: string; backupCodes: string[] }
  const confirmed = await member.post('/api/auth/two-factor/verify-totp', { code: codeOf(made.totpURI, -1) })
  expect(confirmed.status, await confirmed.clone().text()).toBe(200)
  return made
}

/** A browser that has passed the password step but not the second one. */
export async function challenged(api: TestApi, person: { email: string; password: string }) {
  const visitor = api.anonymous()
  const reply = await visitor.post('/api/auth/sign-in/email', person)
  expect(await reply.json()).toMatchObject({ twoFactorRedirect: true })
  return visitor
}
