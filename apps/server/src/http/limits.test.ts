import { COMMENT_LIMITS } from '@millrace/contracts/comments'
import { LIMITS, SCHEMA_LIMITS } from '@millrace/contracts/limits'
import { Manifest } from '@millrace/contracts/manifest'
import type { Lease } from '@millrace/contracts/worker'
import { describe, expect, it } from 'vitest'
import { testApi } from '#testing/api.ts'
import { hasJob, manifest, stepHref, testWorker, uploads } from '#testing/jobs.ts'
import { hasOrganization } from '#testing/organizations.ts'
import { freeStep } from '#testing/workflows.ts'

const api = await testApi()
const worker = await testWorker(api)
const alice = await api.signUp()
const bob = await api.signUp()
const [free = '', slow = ''] = await worker.registers(freeStep('free'), freeStep('slow'))
const data = await uploads(alice)
const job = await hasJob(alice, free, 'Created')
const founder = await api.signUp()
const { id: organizationId } = await hasOrganization(founder)
const lease = await leased()

type Send = (size: number) => Promise<Response>

const many = <T>(count: number, make: (nth: number) => T): T[] => Array.from({ length: count }, (_, nth) => make(nth))
const long = (length: number) => 'x'.repeat(length)
let made = 0

/** Leases a job to the worker, so that the test can send requests for it. */
async function leased(): Promise<Lease> {
  await hasJob(bob, slow, 'Pending')
  const [first] = await worker.claims([slow])
  if (!first) throw new Error('The worker got no job.')
  return first
}

const setsUp = (change: object) =>
  alice.post('/api/Job/RapidSetup', { Name: 'x', ProcessingStepUrl: stepHref(free), ...change })
const registers = (...manifests: object[]) => worker.call('PUT', '/worker/v1/steps', { manifests })
const queries = (kind: string, body: object) => alice.post(`/api/${kind}Query/CreateQuery`, body)
const account = (path: string, body: object) => founder.post(`/api/auth/organization/${path}`, body)
const signsUp = (change: { name?: string; email?: string }) =>
  api.anonymous().post('/api/auth/sign-up/email', {
    name: 'Ada',
    email: `${crypto.randomUUID()}@example.org`,
    password: crypto.randomUUID(),
    ...change,
  })

const jsonOfSize = (size: number, before = '{"Name":"a","x":"') => `${before}${long(size - before.length - 2)}"}`
const sendsJson = (path: string, body: string) =>
  alice.request('POST', path, { body, headers: { 'content-type': 'application/json' } })

function uploadsForm(fill: (form: FormData) => void): Promise<Response> {
  const form = new FormData()
  fill(form)
  return alice.request('POST', '/api/WorkData/UploadWorkData', { body: form })
}

const ENUM = (count: number) => ({ properties: { k: { enum: many(count, (nth) => nth) } } })

const LIMITED: [what: string, most: number, send: Send][] = [
  ['characters in the name of a job', LIMITS.jobNameMax, (n) => alice.post('/api/Job/CreateJob', { Name: long(n) })],
  ['bytes of JSON', LIMITS.jsonBodyBytes, (n) => sendsJson('/api/Job/CreateJob', jsonOfSize(n))],
  [
    'levels of JSON',
    LIMITS.jsonDepthMax,
    (n) => sendsJson('/api/Job/CreateJob', `{"Name":"a","x":${'['.repeat(n - 1)}${']'.repeat(n - 1)}}`),
  ],
  [
    'bytes in the name of a file',
    LIMITS.fileNameMax,
    (n) => uploadsForm((form) => form.set('f', new File(['a'], long(n)))),
  ],
  [
    'files in one upload',
    100,
    (n) => uploadsForm((form) => many(n, (nth) => form.append('f', new File(['a'], `${nth}.txt`)))),
  ],
  [
    'text parts in one upload',
    20,
    (n) =>
      uploadsForm((form) => {
        many(n, (nth) => form.append(`t${nth}`, 'x'))
        form.append('f', new File(['a'], 'a.txt'))
      }),
  ],
  [
    'characters in a comment on work data',
    LIMITS.commentMax,
    (n) => alice.post(`${data}/EditComment`, { Comment: long(n) }),
  ],
  ['characters in the discussion', COMMENT_LIMITS.textMax, (n) => alice.post(`${data}/AddComment`, { Text: long(n) })],
  ['tags', LIMITS.tagsMax, (n) => alice.post(`${job}/EditTags`, { Tags: many(n, (nth) => `t${nth}`) })],
  ['characters in a tag', LIMITS.tagMax, (n) => alice.post(`${job}/EditTags`, { Tags: [long(n)] })],
  [
    'conditions in a tag query',
    20,
    (n) => queries('Job', { Filter: { TagQueryExpression: many(n, (nth) => `k${nth}`).join(' or ') } }),
  ],
  [
    'rows that a page skips',
    LIMITS.pageOffsetMax,
    (n) => queries('WorkData', { Pagination: { PageSize: 20, PageOffset: n } }),
  ],
  [
    'files in an input slot',
    LIMITS.slotItemsMax,
    (n) => setsUp({ InputDataSlots: [{ Index: 0, WorkDataUrls: many(n, () => data) }] }),
  ],
  ['bytes of parameters', LIMITS.parametersBytes, (n) => setsUp({ Parameters: jsonOfSize(n, '{"x":"') })],
  [
    'values of parameters',
    LIMITS.parameterValuesMax,
    (n) => setsUp({ Parameters: JSON.stringify({ x: many(n - 2, () => 0) }) }),
  ],
  [
    'jobs in a sweep',
    LIMITS.sweepCellsMax,
    (n) =>
      alice.post('/api/Job/StartSweep', {
        Name: 'sweep',
        ProcessingStepUrl: stepHref(free),
        Cells: many(n, (x) => ({ x })),
      }),
  ],
  [
    'names that are looked up in one request',
    LIMITS.sameNamesMax,
    (n) => alice.post('/api/WorkDataRoot/FindSameNames', { Names: many(n, (nth) => `${nth}.csv`) }),
  ],
  [
    'values of an enum',
    SCHEMA_LIMITS.enumValues,
    (n) => registers(manifest(`enum_${made++}`, { parameters: ENUM(n) })),
  ],
  [
    'bytes of a manifest',
    LIMITS.manifestBytes,
    (n) => {
      const of = (filler: string) =>
        manifest('large', { input_dataslots: [{ name: 'table', metadata: { filler } }], output_dataslots: [] })
      return registers(of(long(n - JSON.stringify(Manifest.parse(of(''))).length)))
    },
  ],
  ['manifests in one request', 100, (n) => registers(...many(n, (nth) => manifest(`nth_${nth}`)))],
  [
    'jobs in a claim',
    LIMITS.claimMax,
    (max) => worker.call('POST', '/worker/v1/claim', { worker: 'test', stepIds: [free], max }),
  ],
  [
    'milliseconds that a claim waits',
    LIMITS.claimWaitMsMax,
    (waitMs) =>
      worker.call('POST', '/worker/v1/claim', {
        worker: 'test',
        stepIds: [slow],
        max: 1,
        waitMs: waitMs > LIMITS.claimWaitMsMax ? waitMs : 0,
      }),
  ],
  [
    'log lines in one request',
    1000,
    (n) =>
      worker
        .on(lease)
        .call('POST', 'log', { lines: many(n, () => ({ at: new Date().toISOString(), stream: 'out', text: 'x' })) }),
  ],
  [
    'outputs in a slot',
    LIMITS.slotItemsMax,
    (n) => worker.on(lease).call('PUT', `outputs/out/${n}?name=a.csv`, 'a\n', { 'content-type': 'text/csv' }),
  ],
  [
    'characters in an error message',
    4000,
    async (n) => worker.on(await leased()).call('POST', 'fail', { message: long(n), kind: 'final' }),
  ],
  [
    'bytes of a result',
    LIMITS.resultBytes,
    async (n) => worker.on(await leased()).call('POST', 'complete', { result: long(n - 2) }),
  ],
  ['characters in the name of a user', LIMITS.accountNameMax, (n) => signsUp({ name: long(n) })],
  [
    'characters in an email address',
    LIMITS.emailMax,
    (n) => {
      const local = crypto.randomUUID()
      const domain = many(4, () => long(40)).join('.')
      return signsUp({ email: `${local}@${domain}.${long(n - local.length - domain.length - 6)}.org` })
    },
  ],
  [
    'characters in the name of an organization',
    LIMITS.accountNameMax,
    (n) => account('create', { name: long(n), slug: `name-${made++}` }),
  ],
  [
    'characters in the slug of an organization',
    LIMITS.organizationSlugMax,
    (n) => account('create', { name: 'Lab', slug: long(n) }),
  ],
  [
    'characters in the name of a team',
    LIMITS.accountNameMax,
    (n) => account('create-team', { name: long(n), organizationId }),
  ],
  ['characters in the note of a key', 200, (n) => alice.post(`/api/keys?note=${long(n)}`)],
  [
    'steps of a key',
    50,
    async (n) => {
      const names = many(n, (nth) => `s${nth}`)
      await registers(...names.map((name) => manifest(name)))
      return alice.post(`/api/keys?steps=${names.join(',')}`)
    },
  ],
]

describe('sec/J1 a request is accepted up to its limit and refused beyond it:', () => {
  it.each(LIMITED)('%s', async (_what, most, send) => {
    const fits = await send(most)
    const exceeds = await send(most + 1)

    expect(fits.status, await fits.text()).toBeLessThan(300)
    expect([400, 413, 422], await exceeds.text()).toContain(exceeds.status)
  })
})

it('sec/J1 a page has at most 500 entities, whatever the client requests', async () => {
  const made = await queries('Job', { Pagination: { PageSize: 100_000 } })
  const page = await alice.read<{ properties: { TotalEntities: number }; entities: object[] }>(
    made.headers.get('location') ?? '',
  )

  expect(page.properties.TotalEntities).toBeGreaterThan(LIMITS.pageSizeMax)
  expect(page.entities).toHaveLength(LIMITS.pageSizeMax)
})
