import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { isKeyText, keyHash, keyText } from './api-keys.rules.ts'

const owner = '01931f7e-8a40-7cc2-9c7f-3f1f1b2a9d11'

describe('keyText', () => {
  it('sec/G1 contains the owner, 43 digits of secret and 6 of checksum', () => {
    const text = keyText(owner, randomBytes)

    expect(text).toMatch(/^mr_01931f7e8a407cc29c7f3f1f1b2a9d11_[0-9A-Za-z]{49}$/)
    expect(isKeyText(text)).toBe(true)
  })

  it('sec/G1 keeps all 256 random bits', () => {
    const smallest = keyText(owner, (count) => Buffer.alloc(count, 0))
    const largest = keyText(owner, (count) => Buffer.alloc(count, 255))

    expect(smallest.split('_')[2]?.slice(0, 43)).toBe('0'.repeat(43))
    expect(largest.split('_')[2]?.slice(0, 43)).toHaveLength(43)
    expect(new Set(Array.from({ length: 500 }, () => keyText(owner, randomBytes))).size).toBe(500)
  })

  it('sec/G1 is rejected if one character is changed, missing or added', () => {
    const text = keyText(owner, randomBytes)
    const swapped = text.endsWith('x') ? `${text.slice(0, -1)}y` : `${text.slice(0, -1)}x`

    for (const wrong of [swapped, text.slice(0, -1), `${text}0`, ` ${text}`, text.toUpperCase(), '', 'mr__']) {
      expect(isKeyText(wrong)).toBe(false)
    }
  })

  it('sec/G1 is stored only as a hash', () => {
    const text = keyText(owner, randomBytes)

    expect(keyHash(text)).toMatch(/^[0-9a-f]{64}$/)
    expect(keyHash(text)).not.toContain(text.slice(-10))
  })
})
