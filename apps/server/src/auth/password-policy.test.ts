import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import common from './common-passwords.json' with { type: 'json' }
import { passwordFault } from './password-policy.ts'

const mara = { email: 'mara.weiss@rhine-hydrology.example', name: 'Mara Weiss' }

function codeOf(password: string, owner = {}): string | undefined {
  return passwordFault(password, owner, 12)?.code
}

describe('passwordFault', () => {
  it('sec/A2 requires 12 characters, or 8 with a second factor', () => {
    expect(codeOf('kq8vL2-xw4')).toBe('PASSWORD_TOO_SHORT')
    expect(codeOf('kq8vL2-xw4', { hasSecondFactor: true })).toBeUndefined()
    expect(codeOf('kq8vL2-', { hasSecondFactor: true })).toBe('PASSWORD_TOO_SHORT')
  })

  it('counts characters, not bytes', () => {
    expect(codeOf('🌊🦫🌾🪵⚙️🏞️🛶')).toBe('PASSWORD_TOO_SHORT')
    expect(codeOf('ä'.repeat(30) + 'wölfische Mühle'.repeat(6))).toBeUndefined()
    expect(codeOf('q7'.padEnd(129, 'kx-öP3'))).toBe('PASSWORD_TOO_LONG')
  })

  it('sec/A3 refuses each of more than 3,000 common passwords', () => {
    const words = common.words.split(' ')

    expect(words.length).toBeGreaterThan(3000)
    expect(words.every((word) => word.length >= 8)).toBe(true)
    const accepted = words.filter((word) => passwordFault(word, {}, 8) === undefined)
    expect(accepted).toEqual([])
  })

  it.each([
    'Motherfucker',
    'unbelievable1',
    '!!administrator',
    'supernatural2024',
    'aaaaaaaaaaaaaa',
    'abcabcabcabcabc',
    '12121212121212',
    '123456789012',
    'abcdefghijklmn',
    'qwertyuiopasd',
    'mnbvcxzlkjhgfd',
  ])('refuses %s', (password) => {
    expect(codeOf(password)).toBe('PASSWORD_TOO_COMMON')
  })

  it.each(['mara.weiss2024', 'Millrace-2026!', 'weiss-weiss-mara'])(
    'refuses the password %s for Mara Weiss',
    (password) => {
      expect(codeOf(password, mara)).toBe('PASSWORD_TOO_COMMON')
    },
  )

  it('sec/A3 refuses the names of the user’s organizations', () => {
    const owner = { ...mara, organizations: ['Rhine Hydrology Lab'] }

    expect(passwordFault('rhine-hydrology-26', owner, 12)?.code).toBe('PASSWORD_TOO_COMMON')
    expect(passwordFault('hydrology-2026', { ...owner, email: 'm@example.org' }, 12)?.code).toBe('PASSWORD_TOO_COMMON')
    expect(passwordFault('hydrology-2026', { email: 'm@example.org' }, 12)).toBeUndefined()
  })

  it.each(['still water runs deep', 'correct horse battery staple', 'vK4-tuff-Mara-lorg'])('accepts %s', (password) => {
    expect(codeOf(password, mara)).toBeUndefined()
  })

  it('sec/A2 accepts any 16 to 128 random characters', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', minLength: 16, maxLength: 128 }), (password) => {
        fc.pre(new Set(password).size > 8)
        expect(codeOf(password)).toBeUndefined()
      }),
    )
  })
})
