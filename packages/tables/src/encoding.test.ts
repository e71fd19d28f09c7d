import { describe, expect, it } from 'vitest'
import { decode, detectEncoding } from './encoding.ts'

const TEXT = 'Pegel;Höhe;Größe\nKöln;3,20;ä€\n'

describe('detectEncoding', () => {
  it.each([
    ['UTF-8', Buffer.from(TEXT), 'utf-8'],
    ['UTF-8 with a byte order mark', Buffer.from(`\ufeff${TEXT}`), 'utf-8'],
    ['UTF-16 with a byte order mark', Buffer.from(`\ufeff${TEXT}`, 'utf16le'), 'utf-16le'],
    ['UTF-16 without a byte order mark', Buffer.from(TEXT, 'utf16le'), 'utf-16le'],
    ['big-endian UTF-16', Buffer.from(`\ufeff${TEXT}`, 'utf16le').swap16(), 'utf-16be'],
    ['plain ASCII', Buffer.from('a,b\n1,2\n'), 'utf-8'],
  ])('reads %s', (_, bytes, encoding) => {
    const detected = detectEncoding(bytes)

    expect(detected.encoding).toBe(encoding)
    expect(decode(bytes, detected)).toBe(encoding === 'utf-8' && bytes[0] === 97 ? 'a,b\n1,2\n' : TEXT)
  })

  it('reads bytes that are not UTF-8 as Windows-1252, including the euro sign', () => {
    const bytes = Buffer.from([0x4b, 0xf6, 0x6c, 0x6e, 0x20, 0x80])

    const detected = detectEncoding(bytes)

    expect(detected).toEqual({ encoding: 'windows-1252', bomBytes: 0, label: 'Latin-1' })
    expect(decode(bytes, detected)).toBe('Köln €')
  })

  it.each([1, 2, 3])('accepts UTF-8 cut off after byte %i of a character', (bytes) => {
    const head = Buffer.concat([Buffer.from('Köln '), Buffer.from('🌊').subarray(0, bytes)])

    expect(detectEncoding(head).encoding).toBe('utf-8')
  })
})
