import crypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { firstAdministrator } from '#auth/first-administrator.ts'
import { previewPasses } from '#features/previews/preview-token.ts'
import { testApi } from '#testing/api.ts'
import { sessionToken } from './session-cookie.ts'

/*
 * Only secrets that are compared directly need constant time. Others, such as API keys and emailed tokens, are looked
 * up by their hash, so the time of a comparison reveals nothing about them.
 */

const api = await testApi()
const compare = crypto.timingSafeEqual
let compared = 0
crypto.timingSafeEqual = (a, b) => {
  compared += 1
  return compare(a, b)
}
syncBuiltinESMExports()
afterAll(() => {
  crypto.timingSafeEqual = compare
  syncBuiltinESMExports()
})
beforeEach(() => {
  compared = 0
})

const changedAt = (text: string, at: number) => text.slice(0, at) + (text[at] === 'A' ? 'B' : 'A') + text.slice(at + 1)

const SECRET = 'k'.repeat(32)
const signature = crypto.createHmac('sha256', SECRET).update('token').digest('base64')
const passes = previewPasses(api.deps)
const [pass = '', passSignature = ''] = passes
  .issue({ workDataId: crypto.randomUUID(), credential: { kind: 'key', id: crypto.randomUUID() } })
  .split('.')
const setup = firstAdministrator(api.deps, SECRET)
const elsewhere = new Headers({ host: 'millrace.example', 'x-forwarded-for': '203.0.113.7' })

describe('sec/L11 a forged secret is compared in constant time', () => {
  it.each([
    ['session', signature, (given: string) => sessionToken(`name=token.${given}`, 'name', SECRET) === 'token'],
    ['preview link', passSignature, (given: string) => opens(`${pass}.${given}`)],
    ['setup token', 'a'.repeat(32), (given: string) => setup.mayClaim('a'.repeat(32), elsewhere, given)],
  ])('as the signature or token of a %s', (_kind, genuine, isAccepted) => {
    expect([0, 20].map((at) => isAccepted(changedAt(genuine, at)))).toEqual([false, false])
    expect(compared).toBe(2)
    expect([isAccepted(genuine), compared]).toEqual([true, 3])
  })
})

function opens(token: string): boolean {
  try {
    return passes.open(token) !== undefined
  } catch {
    return false
  }
}
