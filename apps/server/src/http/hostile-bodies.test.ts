import type { SirenAction, SirenDocument } from '@millrace/siren/document'
import { beforeAll, describe, expect, it } from 'vitest'
import { testApi } from '#testing/api.ts'
import {
  BROKEN_FORMS,
  corruptedTexts,
  fewInTurn,
  fingerprint,
  HOSTILE_BODIES,
  HOSTILE_QUERIES,
  HOSTILE_TYPES,
  HOSTILE_VALUES,
  plausible,
  valuesInTurn,
} from '#testing/hostile.ts'
import { hasJob, manifest, stepHref, testWorker, uploads } from '#testing/jobs.ts'

/*
 * Sends hostile input to every action and route that reads a body: one invalid value at a time, invalid bodies, content
 * types and forms. No request may cause a server error, and refused requests must leave no trace.
 */
const api = await testApi()
const ada = api.administrator
const worker = await testWorker(api)
const [stepId = ''] = await worker.registers(manifest('target'))
const JSON_TYPE = 'application/json'
const SLOW = { timeout: 120_000 }

type Sender = (method: string, path: string, body: string, type: string) => Promise<Response>
const asPerson: Sender = (method, path, body, type) =>
  ada.request(method, path, { body, headers: { 'content-type': type } })

/** Functions that create a new resource for each action, because an action may delete or change the resource. */
const FRESH: Record<string, () => Promise<string>> = {
  Admin: async () => '/api/Admin',
  JobsRoot: async () => '/api/JobsRoot',
  WorkDataRoot: async () => '/api/WorkDataRoot',
  ProcessingStepsRoot: async () => '/api/ProcessingStepsRoot',
  draft: () => hasJob(ada, stepId, 'Created'),
  ready: () => hasJob(ada, stepId, 'ReadyForProcessing'),
  queued: () => hasJob(ada, stepId, 'Pending'),
  'work data': () => uploads(ada),
  step: async () => {
    const reply = await ada.post('/api/ProcessingStep/RegisterNew', manifest(`own_${crypto.randomUUID().slice(0, 8)}`))
    return reply.headers.get('location') ?? ''
  },
}

interface Found {
  of: string
  name: string
  type: string
}

/** Returns the available actions of a document and its embedded documents. */
async function offered(of: string): Promise<(Found & { action: SirenAction })[]> {
  const document = await ada.read<SirenDocument>((await FRESH[of]?.()) ?? '')
  return [document, ...document.entities]
    .flatMap(({ actions }) => actions)
    .map((action) => ({ of, name: action.name, type: action.fields?.[0]?.name ?? '', action }))
}

const found: Found[] = []
const seen = new Set<string>()
for (const of of Object.keys(FRESH)) {
  for (const { name, type } of await offered(of)) {
    if (seen.has(`${name} ${type}`)) continue
    seen.add(`${name} ${type}`)
    found.push({ of, name, type })
  }
}
const things: Record<string, string> = {}

beforeAll(async () => {
  things.WorkData = await uploads(ada)
  things.ProcessingStep = stepHref(stepId)
  things.ParentJob = await hasJob(ada, stepId, 'Created')
  things.User = `http://localhost:3000/api/User/${ada.publicId}`
})

/** Sends all bodies, follows the queries that they create, and checks that refused requests changed nothing. */
async function endures(send: Sender, method: string, path: string, bodies: Iterable<string>, type = JSON_TYPE) {
  const before = await fingerprint(api)
  const refused: string[] = []
  let mayHaveStored = false
  for (const body of bodies) {
    const reply = await send(method, path, body, type)
    const place = `${method} ${path} ${type} ${body.slice(0, 300)}`
    expect(reply.status, place).toBeLessThan(500)
    const made = reply.headers.get('location')
    if (reply.status >= 400) refused.push(body)
    else if (!made?.includes('Query?')) mayHaveStored = true
    else expect((await ada.get(made)).status, `${place} → ${made}`).toBeLessThan(500)
    await reply.body?.cancel()
  }
  const settled = mayHaveStored ? await fingerprint(api) : before
  if (mayHaveStored) for (const body of refused) await (await send(method, path, body, type)).body?.cancel()
  expect(await fingerprint(api), `${method} ${path} stored what it refused`).toBe(settled)
  expect(({} as { isAdmin?: boolean }).isAdmin).toBeUndefined()
}

/** Returns a few of the invalid bodies. Routes read bodies with the same code, so a few are enough for each. */
const bodiesInTurn = fewInTurn(
  HOSTILE_BODIES.map(([, body]) => body),
  6,
)
const typesInTurn = fewInTurn(HOSTILE_TYPES, 3)

/**
 * The values for administrators' actions. A few are enough, because most of these actions share code with the queries
 * of all users.
 */
const FEW = HOSTILE_VALUES.slice(0, 8)

describe('an action', () => {
  it('is found for each kind of resource', () => {
    expect(found.length).toBeGreaterThan(35)
    expect(found.filter(({ type }) => type !== '').length).toBeGreaterThan(20)
  })

  it.each(found)('$name of $of handles corrupt parameters', SLOW, async ({ of, name, type }) => {
    const offer = (await offered(of)).find((one) => one.name === name && one.type === type)
    expect(offer?.action.href).toBeDefined()
    const { href, method = 'POST' } = offer?.action ?? { href: '' }
    const schemaHref = offer?.action.fields?.[0]?.class?.[0]
    if (schemaHref) {
      const schema = (await (await ada.get(schemaHref)).json()) as object
      await endures(
        asPerson,
        method,
        href,
        corruptedTexts(plausible(schema, '', things), valuesInTurn(of === 'Admin' ? FEW : HOSTILE_VALUES)),
      )
    }
    await endures(asPerson, method, href, bodiesInTurn())
    for (const wrong of typesInTurn()) await endures(asPerson, method, href, ['{}', ...BROKEN_FORMS], wrong)
  })
})

describe('a route that no document lists', () => {
  const asWorker: Sender = (method, path, body, type) =>
    api.anonymous().request(method, path, {
      body,
      headers: { 'content-type': type, 'x-api-key': worker.key, 'x-lease-token': lease.token },
    })
  let lease = { id: '', token: '' }

  const OTHERS: [string, string, Sender, object][] = [
    ['PUT', '/api/keys/:id', asPerson, { active: true }],
    ['POST', '/api/account/required-password-change', asPerson, { password: 'x', newPassword: 'y' }],
    ['POST', '/api/auth/verify-email', asPerson, { token: 'x' }],
    ['PUT', '/worker/v1/steps', asWorker, { manifests: [manifest('spoilt')] }],
    ['POST', '/worker/v1/claim', asWorker, { worker: 'w', stepIds: [stepId], max: 1, waitMs: 0 }],
    ['POST', '/worker/v1/leases/:id/heartbeat', asWorker, { progress: 0.5 }],
    ['POST', '/worker/v1/leases/:id/log', asWorker, { from: 0, lines: [{ at: '2024-01-01T00:00:00Z', text: 'x' }] }],
    ['POST', '/worker/v1/leases/:id/complete', asWorker, { result: { a: 1 } }],
    ['POST', '/worker/v1/leases/:id/fail', asWorker, { message: 'x', retryable: false }],
  ]

  it.each(OTHERS)('%s %s handles corrupt bodies', SLOW, async (method, path, send, body) => {
    await hasJob(ada, stepId, 'Pending')
    lease = (await worker.claims([stepId]))[0] ?? lease
    const key = (await (await ada.post('/api/keys')).json()) as { id: string }
    const at = path.replace(':id', path.includes('lease') ? lease.id : key.id)

    await endures(send, method, at, bodiesInTurn())
    await endures(send, method, at, corruptedTexts(body))
    for (const wrong of typesInTurn()) await endures(send, method, at, [BROKEN_FORMS[3] ?? ''], wrong)
  })

  it('POST /api/keys handles corrupt queries', SLOW, async () => {
    const notes = [
      '?note=a%00b',
      '?note=%ed%a0%80',
      '?note=%zz',
      '?note=%1b%5b2J%0d%0a&ttl=5',
      '?note=%00&ttl=-1&scope=root',
      '?note=%ed%a0%80&ttl=1e99',
    ]
    for (const query of [...HOSTILE_QUERIES, ...notes]) {
      const reply = await ada.request('POST', `/api/keys${query}`)
      expect([query.slice(0, 200), reply.status < 500]).toEqual([query.slice(0, 200), true])
    }
    const { rows } = await api.db.pool.query('select note from api_key')
    for (const { note } of rows as { note: string }[]) expect(note.isWellFormed()).toBe(true)
  })

  it('for uploads and outputs handles corrupt names, types and forms', SLOW, async () => {
    await hasJob(ada, stepId, 'Pending')
    lease = (await worker.claims([stepId]))[0] ?? lease
    for (const value of HOSTILE_VALUES.filter((text) => text.startsWith('"'))) {
      const name = JSON.parse(value) as string
      const form = new FormData()
      form.append('files', new File(['a,b\n1,2\n'], name, { type: 'text/csv' }))
      const uploaded = await ada.request('POST', '/api/WorkData/UploadWorkData', { body: form })
      expect(uploaded.status, value).toBeLessThan(500)
      const at = `/worker/v1/leases/${lease.id}/outputs/cleaned/0?name=${encodeURIComponent(name.toWellFormed())}`
      expect((await asWorker('PUT', at, 'a\n', 'text/csv')).status, value).toBeLessThan(500)
    }
    const { entities } = await ada.read<SirenDocument<{ Name: string }>>(
      (await ada.post('/api/WorkDataQuery/CreateQuery', {})).headers.get('location') ?? '',
    )
    for (const { properties } of entities as SirenDocument<{ Name: string }>[]) {
      expect(properties.Name).not.toMatch(/[\p{Cc}/\\]/u)
      expect(properties.Name.length).toBeLessThanOrEqual(255)
      expect(properties.Name.isWellFormed()).toBe(true)
    }
    for (const type of HOSTILE_TYPES)
      await endures(asPerson, 'POST', '/api/WorkData/UploadWorkData', BROKEN_FORMS, type)
  })
})
