import { describe, expect, it } from 'vitest'
import { asciiText, bytesPerLine, hexText, hexWidth, offsetOf, offsetText } from './byte-lines.ts'

describe('a line of bytes', () => {
  const bytes = Uint8Array.from([0x4d, 0x5a, 0, 0xff, 0x20, 0x7e, 0x7f, 0x0a, 0xc3, 0xa4])

  it('has its offset with as many digits as the file needs', () => {
    expect(offsetText(16, 1000)).toBe('00000010')
    expect(offsetText(0x2540be400 - 16, 0x2540be400)).toBe('2540be3f0')
  })

  it('has two hexadecimal digits for each byte', () => {
    expect(hexText(bytes)).toBe('4d 5a 00 ff 20 7e 7f 0a  c3 a4')
    expect(hexText(bytes.subarray(0, 2))).toBe('4d 5a')
  })

  it('has half as many bytes where two groups don’t fit', () => {
    expect([390, 528, 900].map(bytesPerLine)).toEqual([8, 8, 16])
    for (const perLine of [8, 16]) expect(hexWidth(perLine)).toBe(hexText(new Uint8Array(perLine)).length)
  })

  it('has the printable characters', () => {
    expect(asciiText(bytes)).toBe('MZ.. ~....')
  })
})

describe('offsetOf', () => {
  it.each([
    ['16', 16],
    [' 0x1F ', 31],
    ['100', undefined],
    ['-1', undefined],
    ['1e1', undefined],
    ['', undefined],
  ])('reads %j as %j', (text, offset) => {
    expect(offsetOf(text, 100)).toBe(offset)
  })
})
