import type { JobProperties } from '@millrace/contracts/jobs'
import type { SirenDocument } from '@millrace/siren/document'
import { embedded, selfHref } from '@millrace/siren/read'
import { beforeEach, expect, it } from 'vitest'
import { testApi } from '#testing/api.ts'
import { does, stepHref, uploads } from '#testing/jobs.ts'
import { freeStep, testWorkflows } from '#testing/workflows.ts'

const api = await testApi()
const schema = { type: 'object', properties: { window: { type: 'integer', default: 3 } }, additionalProperties: true }
const steps = await testWorkflows(api, [
  freeStep('same', { deterministic: true, parameters: schema }),
  freeStep('random', { parameters: schema }),
  freeStep('long', {
    deterministic: true,
    parameters: { properties: { list: { items: { properties: { text: { default: 'x'.repeat(50_000) } } } } } },
  }),
])
const [same = '', random = '', long = ''] = steps.stepIds
let alice = await api.signUp()
beforeEach(async () => {
  alice = await api.signUp()
})

const setup = (step: string, parameters: object, urls: string[] = []) => ({
  ProcessingStepUrl: stepHref(step),
  Parameters: JSON.stringify(parameters),
  InputDataSlots: [{ WorkDataUrls: urls }],
})

async function ran(input: object): Promise<string> {
  const reply = await alice.post('/api/Job/RapidSetup', { Name: 'First', ...input, Start: true })
  expect(reply.status, await reply.clone().text()).toBe(201)
  const job = reply.headers.get('location') ?? ''
  await steps.works(alice, job, () => ({ result: 1, outputs: { out: ['a'] } }))
  return job
}

async function finds(input: object, client = alice): Promise<string | undefined> {
  const reply = await client.post('/api/Job/FindIdentical', input)
  expect(reply.status, await reply.clone().text()).toBe(200)
  const [job] = embedded((await reply.json()) as SirenDocument<JobProperties>, 'item')
  return job && selfHref(job)
}

it('finds the newest completed job with equal parameters and inputs, defaults included', async () => {
  const first = await uploads(alice, 'in.csv', 'a\n1\n')
  await ran(setup(same, {}, [first]))
  const newest = await ran(setup(same, { window: 3 }, [first]))
  const copy = await uploads(alice, 'in.csv', 'a\n1\n')

  expect(await finds(setup(same, {}, [copy]))).toBe(newest)
})

it('finds a job without inputs', async () => {
  const job = await ran(setup(same, { window: 9 }))

  expect(await finds(setup(same, { window: 9 }))).toBe(job)
  expect(await finds(setup(same, { window: 8 }))).toBeUndefined()
})

it('finds nothing if parameters or inputs differ, or the step is not deterministic', async () => {
  const [one, other] = [await uploads(alice, 'in.csv', 'a\n1\n'), await uploads(alice, 'in.csv', 'a\n2\n')]
  await ran(setup(same, { window: 5 }, [one]))
  await ran(setup(random, { window: 5 }, [one]))

  expect(await finds(setup(same, { window: 6 }, [one]))).toBeUndefined()
  expect(await finds(setup(same, { window: 5 }, [other]))).toBeUndefined()
  expect(await finds(setup(same, { window: 5 }, [one, other]))).toBeUndefined()
  expect(await finds(setup(random, { window: 5 }, [one]))).toBeUndefined()
})

it('finds nothing of another owner', async () => {
  await ran(setup(same, { window: 7 }))

  expect(await finds(setup(same, { window: 7 }), await api.signUp())).toBeUndefined()
})

it('finds nothing for the work data of another owner', async () => {
  const data = await uploads(alice, 'in.csv', 'a\n7\n')
  await ran(setup(same, {}, [data]))

  expect(await finds(setup(same, {}, [data]), await api.signUp())).toBeUndefined()
})

it('finds a job only if its inputs have the same names', async () => {
  const data = await uploads(alice, 'in.csv', 'a\n3\n')
  const job = await ran(setup(same, {}, [data]))
  const other = await uploads(alice, 'other.csv', 'a\n3\n')

  expect(await finds(setup(same, {}, [other]))).toBeUndefined()
  await does(alice, other, 'Rename', { NewName: 'in.csv' })
  expect(await finds(setup(same, {}, [other]))).toBe(job)
})

it('sec/J9 compares a bounded amount of parameters', async () => {
  const large = { text: 'x'.repeat(250_000) }
  const oldest = await ran(setup(same, large))
  const found = await finds(setup(same, large))
  for (let nth = 0; nth < 4; nth++) await ran(setup(same, { text: nth + 'y'.repeat(250_000) }))

  expect(found).toBe(oldest)
  expect(await finds(setup(same, large))).toBeUndefined()
})

it('sec/J9 finds nothing if filling in the defaults takes too long', async () => {
  expect(await finds(setup(long, { list: Array(19_000).fill({}) }))).toBeUndefined()
})
