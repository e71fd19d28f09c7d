import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { LIMITS } from '@millrace/contracts/limits'
import { describe, expect, it } from 'vitest'
import { testApi } from '#testing/api.ts'
import { does, follows, hasJob, type JobDocument, manifest, stateOf, stepHref, testWorker } from '#testing/jobs.ts'

const api = await testApi()
const worker = await testWorker(api)
const now = () => new Date().toISOString()

let count = 0
async function newStep(change = {}): Promise<string> {
  count += 1
  const [id = ''] = await worker.registers(manifest(`strange_${count}`, change))
  return id
}

async function leased(change = {}) {
  const alice = await api.signUp()
  const stepId = await newStep(change)
  const job = await hasJob(alice, stepId, 'Pending')
  const [lease] = await worker.claims([stepId])
  if (!lease) throw new Error('no lease')
  return { alice, stepId, job, lease }
}

/** Returns a function that sends requests with a worker key of an administrator. */
async function otherWorker() {
  const { key } = (await (await api.administrator.post('/api/keys?scope=worker')).json()) as { key: string }
  return (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
    api.anonymous().request(method, path, { body, headers: { 'x-api-key': key, ...headers } })
}

describe('a worker of another owner', () => {
  it('sec/G6 cannot claim jobs of other owners’ steps', async () => {
    const alice = await api.signUp()
    const stepId = await newStep()
    const job = await hasJob(alice, stepId, 'Pending')
    const call = await otherWorker()

    const reply = await call('POST', '/worker/v1/claim', { worker: 'other', stepIds: [stepId] })

    expect(reply.status).toBe(404)
    expect(await stateOf(alice, job)).toBe('Pending')
  })

  it('sec/G6 can neither read nor write a job without its lease token', async () => {
    const { alice, job, lease } = await leased()
    const call = await otherWorker()
    const before = await alice.read<JobDocument>(job)

    for (const token of ['', 'x', crypto.randomUUID(), lease.id, `${lease.token}0`]) {
      for (const [method, rest, body] of [
        ['POST', 'heartbeat', {}],
        ['POST', 'log', { lines: [{ at: now(), stream: 'out', text: 'pwned' }] }],
        ['GET', 'inputs/table/0', undefined],
        ['PUT', 'outputs/cleaned/0?name=a.csv', 'a\n'],
        ['POST', 'complete', {}],
        ['POST', 'fail', { message: 'pwned' }],
      ] as const) {
        const reply = await call(method, `/worker/v1/leases/${lease.id}/${rest}`, body, { 'x-lease-token': token })
        expect([rest, token, reply.status]).toEqual([rest, token, 409])
      }
    }
    expect(await alice.read<JobDocument>(job)).toEqual(before)
  })

  it('sec/G6 cannot use a lease that another key claimed, not even with its token', async () => {
    const { alice, job, lease } = await leased()
    const call = await otherWorker()
    const before = await alice.read<JobDocument>(job)

    for (const [method, rest, body] of [
      ['POST', 'heartbeat', { progress: 0.5 }],
      ['POST', 'log', { lines: [{ at: now(), stream: 'out', text: 'pwned' }] }],
      ['GET', 'inputs/table/0', undefined],
      ['PUT', 'outputs/cleaned/0?name=a.csv', 'a\n'],
      ['POST', 'fail', { message: 'pwned', kind: 'returned' }],
      ['POST', 'fail', { message: 'pwned', kind: 'retryable', input: { slot: 'table', index: 0 } }],
      ['POST', 'complete', {}],
    ] as const) {
      const reply = await call(method, `/worker/v1/leases/${lease.id}/${rest}`, body, { 'x-lease-token': lease.token })
      expect([rest, reply.status, ((await reply.json()) as { code: string }).code]).toEqual([rest, 409, 'lease-lost'])
    }
    expect(await alice.read<JobDocument>(job)).toEqual(before)
    expect((await worker.on(lease).call('POST', 'heartbeat', {})).status).toBe(200)
  })

  it('sec/G6 cannot access another job with its lease', async () => {
    const [one, other] = [await leased(), await leased()]
    const crossed = worker.on({ id: other.lease.id, token: one.lease.token })

    const replies = [
      await crossed.call('GET', 'inputs/table/0'),
      await crossed.call('POST', 'complete', {}),
      await crossed.writes('a\n'),
    ]

    expect(replies.map((reply) => reply.status)).toEqual([409, 409, 409])
    expect(await stateOf(other.alice, other.job)).toBe('Processing')
  })
})

describe('a hostile worker', () => {
  it('sec/G7 can only write to the job’s slots, under safe file names', async () => {
    const { lease } = await leased()
    const put = (place: string, name = 'a.csv') =>
      worker
        .on(lease)
        .call('PUT', `outputs/${place}?name=${encodeURIComponent(name)}`, 'a\n', { 'content-type': 'text/csv' })

    for (const place of [
      'nothing/0',
      'cleaned/1',
      'cleaned/-1',
      'cleaned/1e3',
      'CLEANED/0',
      'cleaned%2f..%2fx/0',
      'table/0',
      '__proto__/0',
      'constructor/0',
      'clean/0',
      'cleaned2/0',
    ]) {
      expect([place, (await put(place)).status]).toEqual([place, expect.toBeOneOf([404, 422])])
    }
    for (const name of [
      '',
      '../a.csv',
      'a/b.csv',
      'a\\b.csv',
      '.',
      '..',
      'a\u202Eb.csv',
      'a\r\nb',
      `${'n'.repeat(256)}`,
    ]) {
      expect([name, (await put('cleaned/0', name)).status]).toEqual([name, expect.toBeOneOf([400, 422])])
    }
    expect((await put('cleaned/0')).status).toBe(201)
  })

  it('sec/G7 cannot misdeclare the type of its output', async () => {
    const { alice, job, lease } = await leased()
    const page = '<!doctype html><script>alert(1)</script>'
    await worker.on(lease).call('PUT', 'outputs/cleaned/0?name=table.csv', page, { 'content-type': 'text/html' })
    await worker.on(lease).call('POST', 'complete', {})

    const document = JSON.stringify(await alice.read<JobDocument>(job))
    const [, at] = /"href":"[^"]*(\/api\/WorkData\/[0-9a-f-]{36})\/Download"/.exec(document) ?? []
    const reply = await alice.get(`${at}/Download`)

    expect(reply.headers.get('content-security-policy')).toContain('sandbox')
    expect(reply.headers.get('content-disposition')).toMatch(/^attachment/)
    expect(reply.headers.get('x-content-type-options')).toBe('nosniff')
  })

  it('sec/G7 cannot inject markup with logs, errors or results', async () => {
    const { alice, job, lease } = await leased()
    const text = '\u001b[2J\u0007<img src=x onerror=alert(1)>\r\nSet-Cookie: a=b'
    const log = await worker.on(lease).call('POST', 'log', { lines: [{ at: now(), stream: 'out', text }] })
    const done = await worker
      .on(lease)
      .call('POST', 'fail', JSON.stringify({ message: text, __proto__x: 1 }).replace('__proto__x', '__proto__'), {
        'content-type': 'application/json',
      })

    expect([log.status, done.status]).toEqual([200, 200])
    const reply = await follows(alice, job, 'Log')
    expect(reply.headers.get('content-type')).toMatch(/^text\/plain/)
    const { properties } = await alice.read<JobDocument>(job)
    expect(properties.ErrorDescription).toContain('<img src=x')
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined()
  })

  it('sec/G7 is limited to valid sizes and ranges', async () => {
    const { lease } = await leased()
    const line = { at: now(), stream: 'out', text: 'x' }
    const call = (rest: string, body: unknown) => worker.on(lease).call('POST', rest, body)

    for (const [rest, body] of [
      ['heartbeat', { progress: 2 }],
      ['heartbeat', { progress: 'NaN' }],
      ['log', { lines: Array(1001).fill(line) }],
      ['log', { lines: [{ ...line, stream: 'other' }] }],
      ['log', { lines: [{ ...line, at: 'now' }] }],
      ['fail', { message: '' }],
      ['fail', { message: 'x'.repeat(4001) }],
      ['fail', { message: 'x', kind: 'ignored' }],
    ] as const) {
      expect([rest, (await call(rest, body)).status]).toEqual([rest, 422])
    }
    const long = { lines: [{ ...line, text: 'x'.repeat(LIMITS.logLineMax * 3) }] }
    expect((await call('log', long)).status).toBe(200)
  })

  it('sec/K1 cannot make the server fetch a schema that its manifest refers to', async () => {
    let heard = 0
    const canary = createServer((_request, reply) => {
      heard += 1
      reply.end('{}')
    })
    await new Promise<void>((listening) => canary.listen(0, '127.0.0.1', listening))
    const { port } = canary.address() as AddressInfo

    for (const parameters of [
      { $ref: `http://127.0.0.1:${port}/schema` },
      { $schema: `http://127.0.0.1:${port}/schema`, type: 'object' },
      { $id: `http://127.0.0.1:${port}/schema`, type: 'object' },
    ]) {
      const reply = await worker.call('PUT', '/worker/v1/steps', {
        manifests: [manifest(`fetch_${++count}`, { parameters })],
      })
      expect(reply.status).toBeOneOf([200, 422])
    }

    canary.close()
    expect(heard).toBe(0)
  })

  it('sec/J10 cannot block the server with an endless pattern or huge lists', async () => {
    const alice = await api.signUp()
    const stepId = await newStep({
      parameters: {
        type: 'object',
        properties: { text: { type: 'string', pattern: '^(a+)+$' }, list: { type: 'array', uniqueItems: true } },
      },
    })
    const job = await hasJob(alice, stepId, 'Created')
    await does(alice, job, 'SelectProcessing', { ProcessingStepUrl: stepHref(stepId) })

    for (const [body, status] of [
      [{ text: `${'a'.repeat(60)}!` }, 422],
      [{ list: Array.from({ length: 60_000 }, (_, at) => ({ at })) }, 422],
      [{ text: 'aaaa', list: [1, 2] }, 200],
    ] as const) {
      const reply = await alice.post(`${job}/ConfigureProcessing`, body)
      expect(reply.status, (await reply.text()).slice(0, 300)).toBe(status)
    }
  })
})
