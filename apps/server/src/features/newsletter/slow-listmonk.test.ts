import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { openOutbound } from '#outbound/outbound.ts'
import { testApi } from '#testing/api.ts'
import { LISTMONK_USER, testListmonk } from '#testing/listmonk.ts'
import { listmonk } from './listmonk.ts'
import { syncNewsletter } from './newsletter-sync.ts'

const LIST = 7
const server = await testListmonk()
const api = await testApi()
const outbound = openOutbound({ trusted: [server.url, 'http://127.0.0.1:9'], timeoutMs: 300 })
afterAll(() => outbound.close())
afterEach(() => {
  server.instead = undefined
})

const syncs = (url = server.url) => {
  const { LISTMONK_USER: user, LISTMONK_TOKEN: token } = LISTMONK_USER
  return syncNewsletter(api.deps, listmonk({ url, user, token, list: LIST }, outbound))
}

async function reader(): Promise<Awaited<ReturnType<typeof api.signUp>>> {
  const member = await api.signUp()
  await member.post('/api/auth/update-user', { newsletter: true })
  return member
}

const isSubscribed = ({ person }: { person: { email: string } }) =>
  server.on(LIST).some(({ email }) => email === person.email)

describe('FLT33 sec/K3 a slow listmonk server', () => {
  it('that never replies ends the sync with a reason; meanwhile, the product works', async () => {
    const mara = await reader()
    const arrived = Promise.withResolvers<void>()
    server.instead = () => {
      arrived.resolve()
      return true
    }

    const sync = syncs()
    await arrived.promise
    const opened = await mara.get('/api/EntryPoint')

    expect(opened.status).toBe(200)
    expect(await sync).toMatchObject({
      isComplete: false,
      created: 0,
      error: expect.stringContaining('did not reply within'),
    })
    server.instead = undefined
    expect(await syncs()).toMatchObject({ isComplete: true, created: 1, error: null })
    expect(isSubscribed(mara)).toBe(true)
  })

  it('that sends its reply byte by byte also ends the sync', async () => {
    server.instead = (_request, response) => {
      void (async () => {
        while (!response.destroyed) {
          response.write(' ')
          await sleep(20)
        }
      })()
      return true
    }

    expect(await syncs()).toMatchObject({ isComplete: false, error: expect.stringContaining('did not reply within') })
  })

  it('that stops replying halfway keeps what it has confirmed, and the next sync continues', async () => {
    const members = [await reader(), await reader(), await reader()]
    let created = 0
    server.instead = ({ method, url }) => method === 'POST' && url === '/api/subscribers' && ++created > 2

    const stopped = await syncs()
    server.instead = undefined
    const sync = await syncs()

    expect([stopped, sync]).toMatchObject([
      { isComplete: false, created: 2, error: expect.stringContaining('did not reply within') },
      { isComplete: true, created: 1, error: null },
    ])
    expect(members.map(isSubscribed)).toEqual([true, true, true])
  })
})

describe('FLT33 sec/K3 a listmonk server that misbehaves', () => {
  it('is unreachable: the sync says so', async () => {
    expect(await syncs('http://127.0.0.1:9')).toMatchObject({
      isComplete: false,
      error: '127.0.0.1:9 refused the connection.',
    })
  })

  it.each([
    ['confirms a subscriber without an id', '{"data":{}}'],
    ['confirms a subscriber with an id of the wrong type', '{"data":{"id":"7"}}'],
    ['confirms a subscriber with an id that is not an integer', '{"data":{"id":1e400}}'],
    ['ends its reply in the middle', '{"data":{"id":'],
  ])('%s: nothing is recorded, and the next sync subscribes the user', async (_what, body) => {
    const mara = await reader()
    server.instead = ({ method }, response) => {
      if (method !== 'POST') return false
      response.writeHead(200).end(body)
      return true
    }

    const confused = await syncs()
    server.instead = undefined
    const sync = await syncs()

    expect(confused).toMatchObject({
      isComplete: false,
      created: 0,
      error: expect.stringContaining('Check LISTMONK_URL'),
    })
    expect(sync).toMatchObject({ isComplete: true, created: 1 })
    expect(isSubscribed(mara)).toBe(true)
  })

  it('returns an empty list by mistake: subscribers keep their subscription', async () => {
    const mara = await reader()
    await syncs()
    const known = server.on(LIST).find(({ email }) => email === mara.person.email)
    server.instead = ({ method, url }, response) => {
      if (method !== 'GET' || !url?.includes('list_id')) return false
      response.writeHead(200).end('{"data":{"results":[]}}')
      return true
    }

    const sync = await syncs()

    expect(sync).toMatchObject({ isComplete: true, removed: 0, unsubscribed: 0 })
    expect(known?.status).toBe('enabled')
    expect(isSubscribed(mara)).toBe(true)
  })
})
