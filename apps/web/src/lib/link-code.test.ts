import { describe, expect, it, vi } from 'vitest'
import { decodeLink, encodeLink } from './link-code.ts'

vi.stubGlobal('location', new URL('http://localhost:3000/jobs'))

describe('link codes', () => {
  it('contain the path and query of a link, and are decoded as absolute URLs', () => {
    const code = encodeLink('http://localhost:3000/api/JobQuery/Query?q=%7B%22Name%22%3A%22k%C3%B6ln%22%7D')

    expect(code).toMatch(/^[\w-]+$/)
    expect(decodeLink(code)).toBe('http://localhost:3000/api/JobQuery/Query?q=%7B%22Name%22%3A%22k%C3%B6ln%22%7D')
  })

  it('are also read in plain base64 and with an absolute URL of this server', () => {
    expect(decodeLink(btoa('/api/Job/1'))).toBe('http://localhost:3000/api/Job/1')
    expect(decodeLink(btoa('http://localhost:3000/api/Job/1'))).toBe('http://localhost:3000/api/Job/1')
  })

  it('that lead to another host, outside the service or nowhere are refused', () => {
    expect(decodeLink(btoa('https://evil.example/api/Job/1'))).toBeUndefined()
    expect(decodeLink(btoa('//evil.example/api/Job/1'))).toBeUndefined()
    expect(decodeLink(btoa('javascript:alert(1)'))).toBeUndefined()
    expect(decodeLink(btoa('/login'))).toBeUndefined()
    expect(decodeLink('%%%')).toBeUndefined()
  })
})
