import { describe, expect, it, vi } from 'vitest'
import { redirectSearch, tokenSearch } from './auth-paths.ts'

vi.stubGlobal('location', new URL('http://localhost:3000/login'))

describe('where a sign-in leads', () => {
  it('is a page of this app', () => {
    expect(redirectSearch({ redirectPath: '/jobs?tab=completed#x' })).toEqual({ redirectPath: '/jobs?tab=completed#x' })
  })

  it.each([
    'https://evil.example/',
    '//evil.example/',
    '/\\evil.example/',
    'javascript:alert(1)',
    'jobs',
    '',
    7,
    undefined,
  ])('is never %s', (redirectPath) => {
    expect(redirectSearch({ redirectPath })).toEqual({})
  })
})

describe('the token of a mailed link', () => {
  it('is text, also when it looks like a number', () => {
    expect(tokenSearch({ token: 'abc' })).toEqual({ token: 'abc' })
    expect(tokenSearch({ token: 123456 })).toEqual({ token: '123456' })
    expect(tokenSearch({})).toEqual({})
  })
})
