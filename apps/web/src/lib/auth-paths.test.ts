import { describe, expect, it, vi } from 'vitest'
import { redirectSearch, tokenSearch } from './auth-paths.ts'

vi.stubGlobal('location', new URL('http://localhost:3000/login'))

describe('where a sign-in leads', () => {
  it('is a page of this app', () => {
    for (const path of ['/jobs?tab=completed#x', '/invite/abc', '/%2f%2fevil.example', '/@evil.example']) {
      expect(redirectSearch({ redirectPath: path })).toStrictEqual({ redirectPath: path })
    }
  })

  it.each([
    'https://evil.example/',
    'https:evil.example',
    '//evil.example/',
    '/\\evil.example/',
    '\\\\evil.example/',
    '/\t/evil.example',
    '/\n//evil.example',
    '/..//evil.example',
    '/.//evil.example',
    '/./\\evil.example',
    '/%2e%2e//evil.example',
    'http://localhost:3000@evil.example',
    'http://localhost:3000.evil.example',
    'javascript:alert(1)',
    'data:text/html,x',
    'jobs',
    '',
    '/sign-out',
    `/${'a'.repeat(2000)}`,
    7,
    ['/jobs'],
    undefined,
  ])('sec/H4 is never %s', (redirectPath) => {
    expect(redirectSearch({ redirectPath })).toStrictEqual({ redirectPath: undefined })
  })
})

describe('the token of a mailed link', () => {
  it('is text, even if it looks like a number', () => {
    expect(tokenSearch({ token: 'abc' })).toStrictEqual({ token: 'abc' })
    expect(tokenSearch({ token: 123456 })).toStrictEqual({ token: '123456' })
    expect(tokenSearch({ token: ['a'] })).toStrictEqual({ token: undefined })
    expect(tokenSearch({})).toStrictEqual({ token: undefined })
  })
})
