import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { serve } from '@hono/node-server'
import { afterAll, describe, expect, it, onTestFinished } from 'vitest'
import { PASSWORD, type TestApi, testApi } from '#testing/api.ts'
import { uploads } from '#testing/jobs.ts'

const env = { TRUSTED_PROXIES: '127.0.0.1' }
const patient = await served(await testApi({ env }))
const hasty = await served(await testApi({ env, bodyLimits: { windowMs: 1000 } }))
const strict = await served(await testApi({ env, bodyLimits: { bytesPerSecond: 1, otherMs: 600, uploadMs: 600 } }))

const UPLOAD = '/api/WorkData/UploadWorkData'
const MULTIPART = 'multipart/form-data; boundary=b'
const START = '--b\r\nContent-Disposition: form-data; name="f"; filename="a.csv"\r\n\r\n'
const END = '\r\n--b--\r\n'

async function served(api: TestApi) {
  const server = serve({ fetch: api.app.fetch, hostname: '127.0.0.1', port: 0 })
  await once(server, 'listening')
  afterAll(() => {
    if ('closeAllConnections' in server) server.closeAllConnections()
    server.close()
  })
  return Object.assign(api, { port: (server.address() as AddressInfo).port })
}

type Served = Awaited<ReturnType<typeof served>>

async function keyOf(api: Served) {
  const client = await api.signUp()
  const { key } = (await (await client.post('/api/keys')).json()) as { key: string }
  return { client, key }
}

interface Sent {
  headers?: Record<string, string>
  length: number
  start?: string
}

/** Starts a request whose body the test writes itself. */
async function send(api: Served, path: string, { headers = {}, length, start = '' }: Sent) {
  const socket = connect(api.port, '127.0.0.1')
  onTestFinished(() => void socket.destroy())
  await once(socket, 'connect')
  let text = ''
  socket.on('data', (chunk) => (text += String(chunk))).on('error', () => {})
  const lines = { host: `localhost:${api.port}`, 'content-length': String(length), ...headers }
  const head = Object.entries(lines).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.write(`POST ${path} HTTP/1.1\r\n${head.join('')}\r\n${start}`)
  return {
    socket,
    write: (more: string) => socket.write(more),
    status: () => Number(/^HTTP\/1.1 (\d+)/.exec(text)?.[1] ?? 0),
    text: () => text,
    async reply() {
      await expect.poll(() => text, soon).not.toBe('')
      return this.status()
    },
    /** Sends one byte at a time until there is a reply. */
    async drips() {
      while (!socket.destroyed && text === '') {
        socket.write('x')
        await sleep(50)
      }
    },
  }
}

const soon = { timeout: 10_000, interval: 20 }
const json = (key: string) => ({ 'x-api-key': key, 'content-type': 'application/json' })
const multipart = (key: string) => ({ 'x-api-key': key, 'content-type': MULTIPART })

describe('FLT18 sec/J11 a body that arrives too slowly', () => {
  it.each([
    ['parameters', '/api/Job/CreateJob', json],
    ['an upload', UPLOAD, multipart],
  ])('is refused with the reason: %s', async (_what, path, headersFor) => {
    const { client, key } = await keyOf(hasty)
    const slow = await send(hasty, path, { headers: headersFor(key), length: 100_000, start: START })

    await slow.drips()
    await expect.poll(slow.text, soon).toContain('bytes per second and was stopped')

    expect(slow.status()).toBe(408)
    expect(slow.text()).toContain('application/problem+json')
    await expect.poll(() => slow.socket.destroyed, soon).toBe(true)
    const data = await client.read<{ properties: { TotalEntities: number } }>('/api/WorkDataQuery/Query')
    expect(data.properties.TotalEntities).toBe(0)
  })

  it.each([
    ['parameters', '/api/Job/CreateJob', json],
    ['an upload', UPLOAD, multipart],
  ])('is refused after the total time: %s', async (_what, path, headersFor) => {
    const { key } = await keyOf(strict)
    const slow = await send(strict, path, { headers: headersFor(key), length: 100_000, start: START })

    await slow.drips()

    await expect.poll(slow.text, soon).toContain('took longer than 0.6 s to arrive')
    expect(slow.status()).toBe(408)
  })

  it('is received if it is only slow at times', async () => {
    const { key } = await keyOf(hasty)
    const body = JSON.stringify({ Name: 'slow at times' })
    const slow = await send(hasty, '/api/Job/CreateJob', { headers: json(key), length: body.length })

    for (const part of [body.slice(0, 4), body.slice(4)]) {
      await sleep(100)
      slow.write(part)
    }

    await expect.poll(slow.status, soon).toBe(201)
  })
})

describe('sec/J9 unfinished requests', () => {
  it('are limited to five for an address without a session or key', async () => {
    const from = (address: string) => ({ 'content-type': 'application/json', 'x-forwarded-for': address })
    const open = await Promise.all(
      Array.from({ length: 25 }, () =>
        send(patient, '/api/auth/sign-in/email', { headers: from('192.0.2.1'), length: 1000, start: '{' }),
      ),
    )

    await expect.poll(() => open.filter(({ status }) => status() === 429).length, soon).toBe(20)

    const { client } = await keyOf(patient)
    const other = JSON.stringify({ email: client.person.email, password: PASSWORD })
    const signIn = await send(patient, '/api/auth/sign-in/email', {
      headers: from('192.0.2.2'),
      length: other.length,
      start: other,
    })
    await expect.poll(signIn.status, soon).toBe(200)
    expect(open.filter(({ status }) => status() === 0)).toHaveLength(5)
    expect(open.find(({ status }) => status() === 429)?.text()).toContain(
      'The limit for unfinished requests is 5 at a time',
    )
  })

  it('include those with a wrong key, which are refused before they have arrived', async () => {
    const headers = { ...multipart('mr_wrong'), 'x-forwarded-for': '192.0.2.3' }
    const open = await Promise.all(
      Array.from({ length: 25 }, () => send(patient, UPLOAD, { headers, length: 1_000_000, start: START })),
    )

    await expect.poll(() => open.filter(({ socket }) => socket.destroyed).length, soon).toBe(20)

    expect(open.filter(({ status }) => status() === 401)).toHaveLength(20)
  })
})

describe('sec/J9 uploads', () => {
  it('P8 of a program with 32 threads all succeed', async () => {
    const { client } = await keyOf(patient)

    await Promise.all(Array.from({ length: 32 }, (_, index) => uploads(client, `${index}.csv`)))

    const data = await client.read<{ properties: { TotalEntities: number } }>('/api/WorkDataQuery/Query')
    expect(data.properties.TotalEntities).toBe(32)
  })

  it('of an owner continue slowly beyond its share and are refused beyond its queue, while those of others continue', async () => {
    const [mallory, bob] = [await keyOf(patient), await keyOf(patient)]
    const begin = (key: string, start: string) =>
      send(patient, UPLOAD, { headers: multipart(key), length: START.length + 3 + END.length, start })
    const whole = `${START}1,2${END}`
    const open = await Promise.all(Array.from({ length: 40 }, () => begin(mallory.key, START)))
    await expect.poll(async () => (await begin(mallory.key, whole)).reply(), soon).toBe(429)

    const other = await begin(bob.key, whole)
    open.at(-1)?.write(`1,2${END}`)

    await expect.poll(other.status, soon).toBe(201)
    await expect.poll(() => open.at(-1)?.status(), soon).toBe(201)
    expect(open.filter(({ status }) => status() === 0)).toHaveLength(39)
  })
})
