import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import type { SirenDocument } from '@millrace/siren/document'
import { IS_LONG } from '@millrace/tables/testing/long'
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { testApi } from '#testing/api.ts'
import { hasJob, manifest, testWorker, uploads } from '#testing/jobs.ts'

const api = await testApi()
const worker = await testWorker(api)
const [stepId = ''] = await worker.registers(manifest('target'))
const alice = await api.signUp()

beforeAll(async () => {
  await hasJob(alice, stepId, 'Created')
  await uploads(alice)
})

/** Every string field of a query: the kind of query, and a function that returns a filter with a text in that field. */
const FIELDS: [query: string, filter: (text: string) => object][] = [
  ['JobQuery', (Name) => ({ Name })],
  ['JobQuery', (text) => ({ TagsByAnd: [text] })],
  ['JobQuery', (text) => ({ TagsByOr: [text] })],
  ['WorkDataQuery', (NameContains) => ({ NameContains })],
  ['WorkDataQuery', (MediaTypeContains) => ({ MediaTypeContains })],
  ['WorkDataQuery', (FitsMediaType) => ({ FitsMediaType })],
  ['WorkDataQuery', (FitsMediaType) => ({ FitsMediaType: `${FitsMediaType}/*` })],
  ['WorkDataQuery', (text) => ({ TagsByAnd: [text] })],
  ['ProcessingStepQuery', (FunctionName) => ({ FunctionName, FunctionNameMatchType: 'MatchExact' })],
  ['ProcessingStepQuery', (FunctionName) => ({ FunctionName, FunctionNameMatchType: 'Contains' })],
  ['ProcessingStepQuery', (TitleContains) => ({ TitleContains })],
  ['ProcessingStepQuery', (DescriptionContains) => ({ DescriptionContains })],
  ['ProcessingStepQuery', (Version) => ({ Version })],
]

const PIECES = ["'", '"', '\\', '%', '_', '$1', '$$', '--', '/*', ';', ' or 1=1', ' union select ', ')', '::text', 'x']
const sqlish = fc.array(fc.constantFrom(...PIECES), { minLength: 2, maxLength: 8 }).map((parts) => `q${parts.join('')}`)

describe('a text in a query', () => {
  it.each(FIELDS)('sec/L1 is never executed as SQL, in %s', async (query, filter) => {
    await fc.assert(
      fc.asyncProperty(sqlish, async (text) => {
        const made = await alice.post(`/api/${query}/CreateQuery`, { Filter: filter(text) })
        if (made.status === 422) return
        expect([text, made.status]).toEqual([text, 201])
        const reply = await alice.get(made.headers.get('location') ?? '')
        expect([text, reply.status]).toEqual([text, expect.toBeOneOf([200, 422])])
        const { properties } = (await reply.json()) as Partial<SirenDocument<{ TotalEntities: number }>>
        if (reply.status === 200) expect([text, properties?.TotalEntities]).toEqual([text, 0])
      }),
      { numRuns: IS_LONG ? 15 : 8 },
    )
  })
})

it('sec/L1 no statement contains text from a request', async () => {
  const root = path.resolve(import.meta.dirname, '..')
  const files = (await readdir(root, { recursive: true })).filter((name) => /(?<!\.test)\.ts$/.test(name))
  const raw = []
  for (const name of files) if ((await readFile(path.join(root, name), 'utf8')).includes('sql.raw')) raw.push(name)

  expect(files.length).toBeGreaterThan(100)
  expect(raw).toEqual([])
})
