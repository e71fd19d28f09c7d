import type { ProblemBody } from '@millrace/contracts/problems'
import { beforeAll, describe, expect, it } from 'vitest'
import { testApi } from '#testing/api.ts'
import { does, hasJob, manifest, stateOf, stepHref, testWorker, uploads } from '#testing/jobs.ts'

const api = await testApi()
const worker = await testWorker(api)
const [stepId = ''] = await worker.registers(manifest('target'))
const alice = await api.signUp()
let job = ''
let data = ''

beforeAll(async () => {
  job = await hasJob(alice, stepId, 'Created')
  data = await uploads(alice)
})

const problemOf = async (reply: Response) => (await reply.json()) as ProblemBody
const raw = (path: string, body: string) =>
  alice.request('POST', path, { body, headers: { 'content-type': 'application/json' } })

describe('a JSON body', () => {
  it.each([
    ['no JSON', '{"Name":', 400, 'bad-request'],
    ['a bare word', 'Name', 400, 'bad-request'],
    ['a hundred thousand brackets', '['.repeat(100_000), 400, 'bad-request'],
    ['objects nested too deep', `${'{"a":'.repeat(65)}1${'}'.repeat(65)}`, 400, 'bad-request'],
    ['a NUL character', '{"Name":"a\\u0000b"}', 400, 'bad-request'],
    ['more than a megabyte', JSON.stringify({ Name: 'x'.repeat(1_000_001) }), 413, 'too-large'],
    ['a number', '42', 422, 'invalid-parameters'],
    ['null', 'null', 422, 'invalid-parameters'],
    ['an empty array', '[]', 422, 'invalid-parameters'],
    ['an array of two', '[{"CreateJobParameters":{"Name":"a"}},{}]', 422, 'invalid-parameters'],
    ['an array under another name', '[{"Parameters":{"Name":"a"}}]', 422, 'invalid-parameters'],
    ['nothing', '', 422, 'invalid-parameters'],
    ['an empty name', '{"Name":"  "}', 422, 'invalid-parameters'],
    ['a name twice, of which the last one counts', '{"Name":"a","Name":""}', 422, 'invalid-parameters'],
    ['a hundred thousand others', `{${Array.from({ length: 100_000 }, (_, n) => `"k${n}":1`)}}`, 413, 'too-large'],
    ['a million others', `{${Array.from({ length: 1_000_000 }, (_, n) => `"k${n}":1`)}}`, 413, 'too-large'],
    ['many others', `{${Array.from({ length: 60_000 }, (_, n) => `"k${n}":1`)}}`, 422, 'invalid-parameters'],
    ['a name of another type', '{"Name":{"$gt":""}}', 422, 'invalid-parameters'],
    ['a name that is too long', JSON.stringify({ Name: 'n'.repeat(513) }), 422, 'invalid-parameters'],
  ])('FLT21 sec/J1 is refused with an explanation if it is invalid: %s', async (_what, body, status, code) => {
    const reply = await raw('/api/Job/CreateJob', body)
    const problem = await problemOf(reply)

    expect([reply.status, problem.code, problem.status]).toEqual([status, code, status])
    expect(problem.detail?.length).toBeGreaterThan(10)
    expect(reply.headers.get('content-type')).toBe('application/problem+json')
  })

  it('sec/J1 is refused for the length of a list that is too long, and not for each of its items', async () => {
    const reply = await raw(`${job}/EditTags`, JSON.stringify({ Tags: Array(400_000).fill(0) }))

    const { faults = [] } = await problemOf(reply)
    expect([reply.status, faults.map((fault) => fault.pointer)]).toEqual([422, ['/Tags']])
  })

  it.each([
    ['text/plain', undefined],
    ['application/xml', undefined],
    ['application/x-www-form-urlencoded', undefined],
    ['multipart/form-data; boundary=x', undefined],
    ['application/json', 'gzip'],
    ['application/json', 'br, identity'],
  ])('sec/J2 is refused if its content type or encoding is not supported: %s, %s', async (type, encoding) => {
    const headers = { 'content-type': type, ...(encoding && { 'content-encoding': encoding }) }
    const reply = await alice.request('POST', '/api/Job/CreateJob', { body: '{"Name":"a"}', headers })

    expect([reply.status, (await problemOf(reply)).code]).toEqual([415, 'unsupported-media-type'])
  })

  it.each(['application/json', 'APPLICATION/JSON; charset=utf-8', 'application/vnd.api+json', 'text/json'])(
    'may have any JSON content type: %s',
    async (type) => {
      const headers = { 'content-type': type, 'content-encoding': 'identity' }
      const reply = await alice.request('POST', '/api/Job/CreateJob', { body: '{"Name":"a"}', headers })

      expect(reply.status).toBe(201)
    },
  )

  it('may be empty, whatever its content type', async () => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const reply = await alice.request('POST', '/api/JobQuery/CreateQuery', { body: '', headers })

    expect(reply.status).toBe(201)
  })

  it('is refused in encodings other than UTF-8, which would corrupt its text', async () => {
    const cookie = [...alice.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const headers = { cookie, host: 'localhost:3000', origin: 'http://localhost:3000' }
    const init = { method: 'POST', headers, body: Buffer.from('{"Name":"M\xfcller"}', 'latin1') }

    const reply = await api.app.fetch(new Request('http://localhost:3000/api/Job/CreateJob', init))

    expect([reply.status, (await problemOf(reply)).detail]).toEqual([400, expect.stringContaining('not UTF-8')])
  })

  it('causes no server error if the client disconnects', async () => {
    const body = new ReadableStream({
      start: (controller) => controller.enqueue(new TextEncoder().encode('{"Name":')),
      pull: (controller) => controller.error(Object.assign(new Error('aborted'), { code: 'ECONNRESET' })),
    })
    const cookie = [...alice.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const headers = {
      cookie,
      host: 'localhost:3000',
      origin: 'http://localhost:3000',
      'content-type': 'application/json',
    }
    const init = { method: 'POST', headers, body, duplex: 'half' } as RequestInit

    const reply = await api.app.fetch(new Request('http://localhost:3000/api/Job/CreateJob', init))

    expect([reply.status, (await problemOf(reply)).detail]).toEqual([
      400,
      'The connection closed before the body was complete.',
    ])
  })

  it.each([
    ['12345678901234567', 422],
    ['-9007199254740993', 422],
    ['1e400', 422],
    [`1${'0'.repeat(400)}`, 422],
    ['9007199254740992', 200],
    ['1152921504606846976', 200],
    ['0.12345678901234567', 200],
    ['1e300', 200],
    ['"12345678901234567"', 200],
  ])('is refused if a number cannot be stored exactly: %s', async (number, status) => {
    const [free = ''] = await worker.registers(
      manifest('free', { parameters: { type: 'object', properties: { n: {} } }, input_dataslots: [] }),
    )
    const open = await hasJob(alice, free, 'Created')

    const reply = await raw(`${open}/ConfigureProcessing`, `{"n":${number}}`)

    expect([
      reply.status,
      status === 422 && (await problemOf(reply)).detail?.includes('can’t be stored exactly'),
    ]).toEqual([status, status === 422])
  })

  it('leaves the job that it was sent to unchanged', async () => {
    const before = await alice.read(job)

    for (const body of [
      '[[[',
      '{"k":"three"}',
      JSON.stringify({ k: 'x'.repeat(1_000_001) }),
      '{"__proto__":{"k":5}}',
    ]) {
      expect((await raw(`${job}/ConfigureProcessing`, body)).status).toBeGreaterThanOrEqual(400)
    }

    expect(await alice.read(job)).toEqual(before)
  })
})

describe('a parameter', () => {
  it.each([
    ['/api/JobQuery/CreateQuery', { Filter: { State: 'Sleeping' } }, '/Filter/State'],
    ['/api/JobQuery/CreateQuery', { Filter: { CreatedAfter: '2024-02-30T25:00:00Z' } }, '/Filter/CreatedAfter'],
    ['/api/JobQuery/CreateQuery', { Filter: { CreatedAfter: '2024-01-01T00:00:00' } }, '/Filter/CreatedAfter'],
    ['/api/JobQuery/CreateQuery', { Filter: { CreatedBefore: '0000-01-01T00:00:00Z' } }, '/Filter/CreatedBefore'],
    ['/api/JobQuery/CreateQuery', { Filter: { CreatedBefore: '0001-01-01T00:00:00+14:00' } }, '/Filter/CreatedBefore'],
    [
      '/api/WorkDataQuery/CreateQuery',
      { Filter: { CreatedAfter: '9999-12-31T23:59:59-14:00' } },
      '/Filter/CreatedAfter',
    ],
    ['/api/JobQuery/CreateQuery', { Pagination: { PageSize: -1 } }, '/Pagination/PageSize'],
    ['/api/JobQuery/CreateQuery', { Pagination: { PageOffset: 1.5 } }, '/Pagination/PageOffset'],
    ['/api/JobQuery/CreateQuery', { SortBy: { PropertyName: 'OwnerId' } }, '/SortBy/PropertyName'],
    ['/api/WorkDataQuery/CreateQuery', { Filter: { IsKind: 'Kind' } }, '/Filter/IsKind'],
    ['/api/WorkDataQuery/CreateQuery', { Filter: { IsUsed: 'yes' } }, '/Filter/IsUsed'],
    ['/api/WorkDataQuery/CreateQuery', { SortBy: { SortType: 'Up' } }, '/SortBy/SortType'],
    [
      '/api/ProcessingStepQuery/CreateQuery',
      { Filter: { FunctionNameMatchType: 'Regex' } },
      '/Filter/FunctionNameMatchType',
    ],
    ['/api/Job/RapidSetup', { Name: 'x' }, '/ProcessingStepUrl'],
    ...[
      '{',
      '{"k":"\\ud800"}',
      `{"k":${'['.repeat(50_000)}${']'.repeat(50_000)}}`,
      '{"k":12345678901234567}',
      '{"k":1e400}',
    ].map((Parameters): [string, object, string] => [
      '/api/Job/RapidSetup',
      { Name: 'x', ProcessingStepUrl: stepHref(stepId), Parameters },
      '/Parameters',
    ]),
    [
      '/api/Job/RapidSetup',
      { Name: 'x', ProcessingStepUrl: stepHref(stepId), InputDataSlots: [{ Index: 9, WorkDataUrls: [] }] },
      '/InputDataSlots/0/Index',
    ],
  ])('that is invalid is reported with its location: %s %j', async (path, body, pointer) => {
    const reply = await alice.post(path, body)

    expect(reply.status).toBe(422)
    expect((await problemOf(reply)).faults?.map((fault) => fault.pointer)).toContain(pointer)
  })

  it('that is an invalid data slot is reported at its location in the request', async () => {
    const open = await hasJob(alice, stepId, 'Created')
    const WorkDataUrl = 'http://localhost:3000/api/WorkData/01a20044-054e-7d84-8fc5-dff0b81c414b'
    const InputDataSlots = [{ Index: 0, WorkDataUrls: [WorkDataUrl] }]
    const setup = { Name: 'x', ProcessingStepUrl: stepHref(stepId), InputDataSlots }

    const one = await problemOf(await alice.post(`${open}/InputDataSlot/0/SelectWorkData`, { WorkDataUrl }))
    const quick = await problemOf(await alice.post('/api/Job/RapidSetup', setup))

    expect(one.detail).toBe('/WorkDataUrl: Work data not found.')
    expect(quick.detail).toBe('/InputDataSlots/0/WorkDataUrls/0: Work data not found.')
  })

  it.each([
    ['/api/Job/CreateJob', {}, '/Name: Missing. Expected text.'],
    ['/api/Job/CreateJob', { Name: 5 }, '/Name: Expected text, but got the number 5.'],
    ['/api/Job/CreateJob', { Name: 'n'.repeat(513) }, '/Name: Must have at most 512 characters.'],
    [
      '/api/Job/CreateJob',
      [],
      'Expected an array with exactly one object that has exactly one property, CreateJobParameters.',
    ],
    ['/api/JobQuery/CreateQuery', { Pagination: { PageSize: -1 } }, '/Pagination/PageSize: Must be at least 0.'],
    ['/api/JobQuery/CreateQuery', { Pagination: { PageSize: 1.5 } }, 'Expected an integer, but got the number 1.5.'],
    ['/api/JobQuery/CreateQuery', { Filter: { TagsByAnd: 'a' } }, '/Filter/TagsByAnd: Expected a list, but got text.'],
    [
      '/api/JobQuery/CreateQuery',
      { Filter: { IsSubJob: null, ShowHidden: 1 } },
      'Expected true or false, but got the number 1.',
    ],
    ['/api/JobQuery/CreateQuery', { SortBy: { SortType: 'Up' } }, 'Expected one of: None, Ascending, Descending.'],
    [
      '/api/JobQuery/CreateQuery',
      { Filter: { CreatedAfter: '2024-01-01' } },
      'Expected an ISO 8601 time with a UTC offset',
    ],
    ['/api/WorkDataQuery/CreateQuery', [{ WorkDataQueryParameters: 7 }], 'Expected an object, but got the number 7.'],
    ['/api/keys?ttl=soon', {}, '/ttl: Expected a number.'],
  ])('that is invalid is explained: %s %j', async (path, body, words) => {
    const problem = await problemOf(await alice.post(path, body))

    expect(problem.detail).toContain(words)
  })

  it.each([
    ['an empty tag', ['']],
    ['a value without a key', ['=rhine']],
    ['a key of 1025 characters', [`${'k'.repeat(1025)}=v`]],
    ['a value of 1025 characters', [`k=${'v'.repeat(1025)}`]],
    ['101 tags', Array.from({ length: 101 }, (_, index) => `t${index}`)],
    ['text instead of a list', 'river=rhine'],
  ])('with invalid tags is refused: %s', async (_what, Tags) => {
    expect((await alice.post(`${job}/EditTags`, { Tags })).status).toBe(422)
    expect((await alice.post(`${data}/EditTags`, { Tags })).status).toBe(422)
  })

  it('with tags may have 1024 characters in the key and in the value of a tag', async () => {
    const Tags = [`${'k'.repeat(1024)}=${'v'.repeat(1024)}`]
    await does(alice, job, 'EditTags', { Tags })

    expect(await alice.read(job)).toMatchObject({ properties: { Tags } })
  })

  it('sec/E8 with an unknown name is ignored, even if it names a property that the server sets', async () => {
    const body = {
      Name: 'mine',
      OwnerId: api.administrator.publicId,
      ownerId: api.administrator.publicId,
      State: 'Completed',
      state: 'Completed',
      CreatedBy: api.administrator.publicId,
      Attempt: 3,
      leaseToken: crypto.randomUUID(),
      show_deleted: true,
    }
    const made = await alice.post('/api/Job/CreateJob', body)
    const job2 = made.headers.get('location') ?? ''
    await does(alice, job2, 'Rename', { ...body, NewName: 'renamed' })

    const { rows } = await api.db.pool.query('select 1 from job') // row-level security returns no rows without an actor
    expect(rows).toEqual([])
    expect(await alice.read(job2)).toMatchObject({
      properties: { Name: 'renamed', OwnerId: alice.publicId, CreatedBy: alice.publicId, State: 'Created', Attempt: 0 },
    })
    await does(alice, data, 'Rename', {
      NewName: 'b.csv',
      OwnerId: 'x',
      sizeInBytes: 0,
      Sha256: 'x',
      IsDeletable: true,
    })
    expect(await alice.read(data)).toMatchObject({
      properties: { OwnerId: alice.publicId, SizeInBytes: 8, IsDeletable: false },
    })
  })
})

describe('an action', () => {
  it('without parameters accepts any body, even an empty JSON body', async () => {
    for (const body of ['', '{}', 'null', 'whatever']) {
      const thing = await hasJob(alice, stepId, 'Created')
      expect([body, (await raw(`${thing}/Hide`, body)).status]).toEqual([body, 200])
    }
  })

  it('is refused with the state of the job if it is not available, and changes nothing', async () => {
    const pending = await hasJob(alice, stepId, 'Pending')

    for (const [action, body] of [
      ['StartProcessing', {}],
      ['SelectProcessing', { ProcessingStepUrl: stepHref(stepId) }],
      ['ConfigureProcessing', { k: 2 }],
      ['InputDataSlot/0/Clear', {}],
      ['InputDataSlot/0/SelectWorkData', { WorkDataUrl: data }],
      ['Delete', {}],
    ] as const) {
      const reply = await alice.post(`${pending}/${action}`, body)
      const { code, title, detail } = await problemOf(reply)
      expect([action, reply.status, code, title]).toEqual([action, 400, 'action-not-offered', 'Can not execute Action'])
      expect(detail).toContain('Pending')
    }
    expect(await stateOf(alice, pending)).toBe('Pending')
  })

  it('says what is missing if the job is a draft', async () => {
    const made = await alice.post('/api/Job/CreateJob', { Name: 'empty' })
    const draft = made.headers.get('location') ?? ''

    const start = await alice.post(`${draft}/StartProcessing`)
    const configure = await alice.post(`${draft}/ConfigureProcessing`, { k: 1 })

    expect((await problemOf(start)).detail).toContain('Choose a processing step first.')
    expect((await problemOf(configure)).detail).toContain('has no processing step. Choose one first.')
  })
})
