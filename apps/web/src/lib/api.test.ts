import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { call, callJson } from './api.ts'

const answers = (reply: Response) => vi.stubGlobal('fetch', () => Promise.resolve(reply))

beforeEach(() => {
  vi.stubGlobal('location', { origin: 'http://localhost:3000' })
  vi.stubGlobal('document', { getElementById: () => null })
})
afterEach(() => void vi.unstubAllGlobals())

describe('a call', () => {
  it('resolves for a status below 300', async () => {
    answers(Response.json({ grants: [] }, { status: 201 }))

    expect(await callJson('/api/user/grants')).toEqual({ grants: [] })
  })

  it.each([300, 304, 404, 500])('fails with the status text for status %i', async (status) => {
    answers(new Response(null, { status, statusText: 'Said by the server' }))

    await expect(call('/api/account/activity')).rejects.toMatchObject({
      status,
      statusText: 'Said by the server',
      message: 'Said by the server',
    })
  })

  it('names the status if the connection does not transmit its text', async () => {
    answers(new Response(null, { status: 403 }))

    await expect(call('/api/user/grants')).rejects.toMatchObject({ statusText: 'Forbidden' })
  })

  it('sends the session cookie', async () => {
    const send = vi.fn(() => Promise.resolve(Response.json([])))
    vi.stubGlobal('fetch', send)

    await callJson('/api/user/grants')

    expect(send).toHaveBeenCalledWith('http://localhost:3000/api/user/grants', {
      method: 'GET',
      credentials: 'include',
      headers: {},
    })
  })

  it('never goes to another site', async () => {
    await expect(call('https://evil.example/api')).rejects.toThrow('The link leads to another site')
  })
})
