import type { JobFilter, JobProperties } from '@millrace/contracts/jobs'
import { asActor } from '@millrace/db/act'
import { testDatabase } from '@millrace/db/testing/database'
import { embedded } from '@millrace/siren/read'
import pg from 'pg'
import { describe, expect, it, onTestFinished } from 'vitest'
import { testApi } from '#testing/api.ts'
import { does, findsJobs, manifest, stepHref, testWorker } from '#testing/jobs.ts'
import { searchContent } from './content-search.store.ts'
import type { JobConditions } from './job-conditions.store.ts'

const PARAMETERS = {
  type: 'object',
  properties: {
    window: { type: 'integer', default: 7 },
    bin_width: { type: 'number' },
    station: { type: 'string', title: 'Gauge name' },
    columns: { type: 'array', items: { type: 'string' } },
    sizes: { type: 'array', items: { type: 'integer' }, default: [4] },
    variables: { type: 'object' },
    strict: { type: 'boolean' },
    anything: true,
  },
}

const db = await testDatabase()
const api = await testApi({ db })
const worker = await testWorker(api)
const [stepId = ''] = await worker.registers(manifest('smooth', { parameters: PARAMETERS, input_dataslots: [] }))
const alice = await api.signUp()

async function runs(Name: string, parameters: object, text: string, client = alice): Promise<void> {
  const created = await client.post('/api/Job/CreateJob', { Name })
  const job = created.headers.get('location') ?? ''
  await does(client, job, 'SelectProcessing', { ProcessingStepUrl: stepHref(stepId) })
  await does(client, job, 'ConfigureProcessing', parameters)
  await does(client, job, 'StartProcessing')
  const [lease] = await worker.claims([stepId])
  await worker.on(lease!).call('POST', 'log', { lines: [{ at: '2026-01-01T00:00:00Z', stream: 'out', text }] })
}

await runs('a', { window: 5, station: 'Köln Rhine' }, 'read 100% of "gauges"')
await runs('b', { window: 15, columns: ['level_cm'], sizes: [13], bin_width: 0.5 }, 'Missing STATION Bonn')
await runs('c', { variables: { Threshold: 5, Most: 30 }, sizes: [], strict: true }, 'nothing to do')
await runs('foreign', { window: 5, station: 'Köln' }, 'read gauges', await api.signUp())

const finds = async (Filter: JobFilter) =>
  embedded<JobProperties>(await findsJobs(alice, { Filter }), 'item').map(({ properties }) => properties.Name)

describe('finding jobs by a parameter', () => {
  it.each([
    ['a number, not the digits of another', 'window = 5', ['a']],
    ['a number in another form', 'bin_width=0.50', ['b']],
    ['a name as forms show it', 'Bin width = 0.5', ['b']],
    ['the default of the step, if the job does not override it', 'window = 7', ['c']],
    ['a title that differs from the name', 'Gauge name = rhine', ['a']],
    ['no default that an empty list overrides', 'sizes = 4', ['a']],
    ['part of a text', 'station = köln', ['a']],
    ['an item of a list', 'columns = level_cm', ['b']],
    ['a truth value', 'strict = true', ['c']],
    ['a truth value in the word that pages show', 'strict = Yes', ['c']],
    ['a number with its unit', 'window = 5 min', ['a']],
    ['a variable of a workflow', 'threshold = 5', ['c']],
    ['a value alone', '5', ['c', 'a']],
    ['a name alone', 'window =', ['b', 'a']],
    ['a number in a list or an object, not the digits of another', '3', []],
    ['a number in a list', 'sizes = 13', ['b']],
    ['a value that no job has', 'window = 6', []],
    ['a pattern as plain text', 'station = %', []],
    ['a name that objects have', '__proto__', []],
    ['a value that objects have', 'strict = constructor', []],
    ['a number that only other words contain', 'station = NaN', []],
  ])('finds %s', async (_what, Parameter, names) => {
    expect(await finds({ Parameter })).toEqual(names)
  })
})

describe('finding jobs by their log', () => {
  it.each([
    ['part of a line, case-insensitive', 'missing station', ['b']],
    ['characters that JSON escapes and patterns use', '100% of "gauges"', ['a']],
    ['no times or stream names', '2026-01-01', []],
    ['only the jobs of the other filters', 'o', ['c', 'b', 'a']],
  ])('finds %s', async (_what, Log, names) => {
    expect(await finds({ Log })).toEqual(names)
  })

  it('combines with a parameter', async () => {
    expect(await finds({ Log: 'gauges', Parameter: 'window = 5' })).toEqual(['a'])
    expect(await finds({ Log: 'gauges', Parameter: 'window = 15' })).toEqual([])
  })
})

describe('a search among more jobs than the limit', () => {
  const searches = (filter: JobConditions, most?: number) =>
    asActor(db, { ownerId: alice.publicId, userPublicId: alice.publicId }, (tx) =>
      searchContent(tx, alice.publicId, filter, most),
    ).then(({ filter: { among = [] }, searched }) => ({ found: among.length, searched }))

  it('covers the newest jobs and says how many', async () => {
    expect(await searches({ Log: 'o' }, 2)).toEqual({ found: 2, searched: 2 })
    expect(await searches({ Log: 'o' }, 3)).toEqual({ found: 3, searched: undefined })
    expect(await searches({ Parameter: 'window = 5' }, 2)).toEqual({ found: 0, searched: 2 })
    expect(await searches({ Parameter: 'window = 5', stepId: '00000000-0000-7000-8000-000000000000' }, 2)).toEqual({
      found: 0,
      searched: undefined,
    })
  })

  it('ends before the job whose log exceeds the size limit, and the list says how many jobs were searched', async () => {
    const superuser = new pg.Client({ connectionString: db.superuserUrl })
    await superuser.connect()
    onTestFinished(() => superuser.end())
    await superuser.query(`update job_log set byte_count = 1e9 where job_id = (select id from job where name = 'b')`)

    const { properties } = await findsJobs(alice, { Filter: { Log: 'o' } })

    expect(await finds({ Log: 'o' })).toEqual(['c'])
    expect(properties).toMatchObject({ SearchedJobs: 1, TotalEntities: 1 })
    expect((await findsJobs(alice, { Filter: { Parameter: '5' } })).properties).not.toHaveProperty('SearchedJobs')
  })
})
