import { IS_LONG } from '@millrace/tables/testing/long'
import { describe, expect, it } from 'vitest'
import { PASSWORD, testApi } from '#testing/api.ts'

const person = (name: string) => ({ name, email: `${name.toLowerCase()}@example.org`, password: PASSWORD })

const ROUNDS = IS_LONG ? 10 : 3

const ELSEWHERE = { env: { HOST: '0.0.0.0', PUBLIC_URL: 'https://millrace.example' }, empty: true }

async function roles(api: Awaited<ReturnType<typeof testApi>>): Promise<string[]> {
  const { rows } = await api.db.pool.query<{ role: string }>('select role from "user" order by role')
  return rows.map((row) => row.role)
}

describe('a new server on this machine', async () => {
  const api = await testApi({ empty: true })

  it('sec/A9 reports that it has no account and that the user may create the first one', async () => {
    expect(await roles(api)).toEqual([])
    expect(await api.anonymous().read('/api/account/welcome')).toEqual({
      firstVisit: true,
      signUp: 'open',
      mail: 'outbox',
      oidc: null,
      newsletter: false,
      passwordMinLength: 12,
      insecureHttp: false,
      ban: null,
    })
  })

  it('sec/A9 creates exactly one administrator from parallel sign-ups', { timeout: 60_000 }, async () => {
    const names = ['Ada', 'Ben', 'Cleo', 'Dan', 'Eva', 'Finn']
    for (let round = 0; round < ROUNDS; round++) {
      await api.db.pool.query('delete from "user"')
      const fresh = await testApi({ empty: true, db: api.db as never })
      const replies = await Promise.all(
        names.map((name) => fresh.anonymous().post('/api/auth/sign-up/email', person(name))),
      )

      expect(replies.map((reply) => reply.status)).toEqual(names.map(() => 200))
      expect(await roles(api)).toEqual(['admin', 'user', 'user', 'user', 'user', 'user'])
      expect(await fresh.anonymous().read('/api/account/welcome')).toMatchObject({ firstVisit: false })
    }
  })
})

describe('a new server that other machines can reach', async () => {
  const api = await testApi(ELSEWHERE)
  const link = new URL(api.said.find((line) => line.startsWith('Set up: '))?.slice('Set up: '.length) ?? '')
  const setup = link.searchParams.get('setup') ?? ''
  const host = { host: 'millrace.example', origin: 'https://millrace.example' }

  it('prints a link with its public address', () => {
    expect(link.href).toMatch(/^https:\/\/millrace\.example\/sign-up\?setup=[\w-]{43}$/)
  })

  it('prints the same link after a restart, and does not store it in the database', async () => {
    const again = await testApi({ ...ELSEWHERE, db: api.db as never })
    const { rows } = await api.db.pool.query<{ dump: string }>(
      'select string_agg(v::text, $1) as dump from verification v',
      [' '],
    )

    expect(again.said).toEqual(api.said)
    expect(rows[0]?.dump).not.toContain(setup)
  })

  it.each([
    ['without a token', {}],
    ['with a wrong token', { 'x-millrace-setup': 'x'.repeat(43) }],
    [
      'with a header that claims to come from this computer',
      { host: 'localhost:3000', 'x-forwarded-for': '127.0.0.1' },
    ],
  ])('refuses a sign-up %s', async (_how, headers) => {
    const reply = await api.anonymous().post('/api/auth/sign-up/email', person('Mallory'), { ...host, ...headers })

    expect([reply.status, await reply.json()]).toMatchObject([403, { code: 'SET_UP_FIRST' }])
    expect(await roles(api)).toEqual([])
  })

  it('sec/A9 reveals that it has no account only to the holder of the link', async () => {
    const guest = api.anonymous()

    const welcome = (query: string) => guest.get(`/api/account/welcome${query}`, host).then((reply) => reply.json())
    expect(await welcome('')).toMatchObject({ firstVisit: false, signUp: 'invite' })
    expect(await welcome(`?setup=${setup}`)).toMatchObject({ firstVisit: true })
  })

  it('keeps the link valid when a sign-up fails, and consumes it when one succeeds', async () => {
    const headers = { ...host, 'x-millrace-setup': setup }
    const weak = await api.anonymous().post('/api/auth/sign-up/email', { ...person('Ada'), password: 'short' }, headers)
    const replies = await Promise.all(
      ['Ada', 'Ben', 'Cleo'].map((name) => api.anonymous().post('/api/auth/sign-up/email', person(name), headers)),
    )
    const later = await api.anonymous().post('/api/auth/sign-up/email', person('Dan'), headers)

    expect(weak.status).toBe(400)
    expect(replies.map((reply) => reply.status).toSorted()).toEqual([200, 403, 403])
    expect([later.status, await later.json()]).toMatchObject([403, { code: 'INVITATION_REQUIRED' }])
    expect(await roles(api)).toEqual(['admin'])
  })
})

describe('a setup link', async () => {
  const api = await testApi(ELSEWHERE)

  it('sec/A9 expires after a day, and the next start prints a new one', async () => {
    const old = api.said[0]?.split('setup=')[1] ?? ''
    await api.db.pool.query(`update verification set expires_at = now() - interval '1 second'`)

    const headers = { host: 'millrace.example', origin: 'https://millrace.example', 'x-millrace-setup': old }
    const reply = await api.anonymous().post('/api/auth/sign-up/email', person('Late'), headers)
    const again = await testApi({ ...ELSEWHERE, db: api.db as never })

    expect(reply.status).toBe(403)
    expect(again.said[0]).toMatch(/^Set up: /)
    expect(again.said[0]).not.toContain(old)
  })
})

describe('requests that only look local', async () => {
  const api = await testApi({ empty: true })

  it.each([
    ['through a proxy', { 'x-forwarded-for': '127.0.0.1' }],
    ['through a proxy that sends Forwarded', { forwarded: 'for=127.0.0.1' }],
  ])('do not create an administrator %s', async (_how, headers) => {
    const reply = await api.anonymous().post('/api/auth/sign-up/email', person('Mallory'), headers)

    expect([reply.status, await reply.json()]).toMatchObject([403, { code: 'SET_UP_FIRST' }])
  })
})
