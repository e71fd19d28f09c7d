import type { LookupFunction } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, describe, expect, it } from 'vitest'
import { testWebServer } from '#testing/web-server.ts'
import { guardFetch, openOutbound } from './outbound.ts'

const asked: string[] = []
const server = await testWebServer(async (request, response) => {
  asked.push(request.url ?? '')
  if (request.url === '/redirect') return response.writeHead(302, { location: 'http://169.254.169.254/' }).end()
  if (request.url === '/large') return response.end('x'.repeat(2000))
  if (request.url === '/endless') {
    while (!response.destroyed) {
      response.write('x')
      await sleep(20)
    }
    return
  }
  if (request.url === '/silent') return
  response.end('hello')
})
const { port } = new URL(server)

/** The name server of an attacker, which resolves every name to this machine. */
const lookup = ((_hostname, _options, done) => done(null, [{ address: '127.0.0.1', family: 4 }])) as LookupFunction

const trusting = openOutbound({ trusted: [server], timeoutMs: 300, maxBytes: 1000 })
const careful = openOutbound({ timeoutMs: 300, lookup })
afterAll(() => Promise.all([trusting.close(), careful.close()]))

const refused = (url: string) => expect(careful.send(url)).rejects.toThrow(/has an address that is not public\.$/)

describe('a request to an address that is not trusted', () => {
  it.each([
    `http://127.0.0.1:${port}/`,
    `http://127.1:${port}/`,
    `http://0x7f000001:${port}/`,
    `http://2130706433:${port}/`,
    `http://[::ffff:127.0.0.1]:${port}/`,
    'http://[::ffff:169.254.169.254]/latest/meta-data/',
    `http://[::]:${port}/`,
    `http://[::1]:${port}/`,
    'http://[64:ff9b::7f00:1]/',
    'http://[2002:7f00:1::]/',
    'http://[fd00::1]/',
    'http://[fe80::1]/',
    'http://10.0.0.1/',
    'http://100.64.0.1/',
    'http://172.31.255.255/',
    'http://192.168.1.1/',
    'http://0.0.0.0/',
  ])('sec/K2 is refused if the address is not public: %s', async (url) => {
    await refused(url)
    expect(asked).toEqual([])
  })

  it('sec/K2 is refused if the name resolves to such an address at that moment', async () => {
    await refused(`http://internal.example:${port}/`)

    expect(asked).toEqual([])
  })

  it('sec/K2 is refused on another port of a trusted host', async () => {
    await expect(trusting.send('http://127.0.0.1:9/')).rejects.toThrow('127.0.0.1:9 has an address that is not public.')
  })
})

describe('a request to the configured server', () => {
  it('returns status and text', async () => {
    expect(await trusting.send(`${server}/`)).toEqual({ status: 200, text: 'hello' })
  })

  it('sec/K2 does not follow redirects', async () => {
    await expect(trusting.send(`${server}/redirect`)).rejects.toThrow('replied with a redirect.')
  })

  it('sec/K2 ends when the reply is too large', async () => {
    await expect(trusting.send(`${server}/large`)).rejects.toThrow('sent more than 0.001 MB.')
  })

  it.each(['/silent', '/endless'])('sec/K2 ends when the reply takes too long: %s', async (path) => {
    await expect(trusting.send(server + path)).rejects.toThrow('did not reply within 0.3 s.')
  })

  it('names the reason if no server listens', async () => {
    const nobody = openOutbound({ trusted: ['http://127.0.0.1:9'] })
    await expect(nobody.send('http://127.0.0.1:9/')).rejects.toThrow('127.0.0.1:9 refused the connection.')
    await nobody.close()
  })
})

describe('fetch', () => {
  it('sec/K2 is restricted in the same way while it is guarded', async () => {
    const guard = guardFetch({ trusted: [] })
    const refusal = await fetch(`${server}/`).catch((error: Error) => error)
    await guard.release()

    expect(refusal).toMatchObject({ cause: { message: 'has an address that is not public' } })
    expect((await fetch(`${server}/`)).status).toBe(200)
  })
})
