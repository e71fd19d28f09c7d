import { describe, expect, it } from 'vitest'
import { embeddedImage, safeLink } from './safe-links.ts'

describe('safeLink', () => {
  it.each(['https://example.org/a?b#c', 'http://example.org', 'mailto:ada@example.org'])('keeps %s', (href) => {
    expect(safeLink(href)).toBe(href)
  })

  it.each([
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    ' https://x',
    'data:text/html,x',
    '/api/EntryPoint',
    '//evil.example',
    '\u0001javascript:x',
    'vbscript:x',
    'https://',
  ])('sec/I3 drops %j', (href) => {
    expect(safeLink(href)).toBeUndefined()
  })
})

describe('embeddedImage', () => {
  it('keeps images that the file contains', () => {
    expect(embeddedImage('data:image/png;base64,iVBORw0KGgo=')).toBe('data:image/png;base64,iVBORw0KGgo=')
  })

  it.each(['https://evil.example/x.png', 'data:image/svg+xml;base64,PHN2Zz4=', 'data:text/html;base64,eA==', 'x.png'])(
    'sec/I3 drops %j',
    (href) => {
      expect(embeddedImage(href)).toBeUndefined()
    },
  )
})
