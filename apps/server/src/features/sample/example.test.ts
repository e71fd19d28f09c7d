import type { JobProperties } from '@millrace/contracts/jobs'
import type { SirenDocument } from '@millrace/siren/document'
import { embedded } from '@millrace/siren/read'
import { describe, expect, it } from 'vitest'
import { testApi } from '#testing/api.ts'
import { findsJobs, manifest, testWorker } from '#testing/jobs.ts'
import { contributor, readStep, registersStep, uploadsManifest } from '#testing/steps.ts'

const api = await testApi()
const worker = await testWorker(api)

const examples = [
  {
    title: 'Two rows',
    parameters: { rows: 2 },
    inputs: { table: [{ name: 'a.csv', text: 'a\n1\n2\n' }], extra: [{ name: 'b.bin', base64: 'AAEC' }] },
  },
]

const step = (name: string, change: object = {}) =>
  manifest(name, {
    parameters: { type: 'object', properties: { rows: { type: 'integer' } }, additionalProperties: false },
    input_dataslots: [
      { name: 'table', mediatype: 'text/csv' },
      { name: 'extra', minSlots: 0 },
    ],
    categories: ['Tables'],
    tasks: ['preview'],
    icon: 'table',
    show_first: ['head'],
    examples,
    ...change,
  })

describe('the presentation of a step', () => {
  it('is part of its document', async () => {
    const mara = await contributor(api)
    const href = await registersStep(mara, 'shown', step('shown'))

    const { properties, actions } = await readStep(mara, href)

    expect(properties).toMatchObject({
      Categories: ['Tables'],
      Tasks: ['preview'],
      Icon: 'table',
      ShowFirst: ['head'],
      Examples: [{ Title: 'Two rows', Description: '' }],
    })
    expect(actions.map(({ name }) => name)).toContain('RunExample')
    expect(JSON.stringify(properties)).not.toContain('AAEC')
  })

  it('is empty for a step that declares none', async () => {
    const mara = await contributor(api)

    const { properties, actions } = await readStep(mara, await registersStep(mara, 'plain'))

    expect(properties).toMatchObject({ Categories: [], Tasks: [], Icon: null, ShowFirst: [], Examples: [] })
    expect(actions.map(({ name }) => name)).not.toContain('RunExample')
  })
})

describe('an example', () => {
  it.each([
    [{ title: 'Two rows', files: { table: [] } }, 'Unknown key: “files”'],
    [{ title: 'Two rows' }, 'The input “table” takes 1 file, and the example has 0.'],
    [{ title: 'Two rows', inputs: { tables: [] } }, 'The step has no input “tables”. Its inputs: “table”, “extra”.'],
    [{ title: 'Two rows', inputs: { table: [{ name: 'a.csv' }] } }, 'has either `text` or `base64`'],
  ])('that could not run is refused when its step is registered: %j', async (example, message) => {
    const mara = await contributor(api)

    const reply = await uploadsManifest(mara, { ...step('wrong_example'), examples: [example] })

    expect(reply.status).toBe(422)
    expect(await reply.text()).toContain(message)
  })
})

describe('RunExample', () => {
  it('starts a job of the caller on the files of the example', async () => {
    const alice = await api.signUp()
    const stepIds = await worker.registers(step('example_step'))

    const made = await alice.post(`/api/ProcessingStep/${stepIds[0]}/RunExample`, { Example: 0 })

    expect(made.status).toBe(201)
    const job = await alice.read<SirenDocument<JobProperties>>(made.headers.get('location') ?? '')
    expect(job.properties).toMatchObject({ Name: 'example_step: Two rows', State: 'Pending', Tags: ['example'] })
    const names = embedded(job, 'InputDataSlot').map(
      (slot) => embedded<{ Name: string }>(slot, 'Selected')[0]?.properties.Name,
    )
    expect(names).toEqual(['a.csv', 'b.bin'])
    const [lease] = await worker.claims(stepIds)
    expect(lease?.parameters).toEqual({ rows: 2 })
  })

  it('starts one job for one Idempotency-Key, which is then refused for another example', async () => {
    const alice = await api.signUp()
    const [id] = await worker.registers(
      step('two_examples', { examples: [...examples, { ...examples[0], title: 'B' }] }),
    )
    const run = (Example: number) =>
      alice.post(`/api/ProcessingStep/${id}/RunExample`, { Example }, { 'idempotency-key': 'same' })

    const [first, again, refused] = [await run(0), await run(0), await run(1)]

    expect([first.status, again.status, refused.status]).toEqual([201, 201, 422])
    expect(again.headers.get('location')).toBe(first.headers.get('location'))
    expect((await findsJobs(alice, {})).properties.TotalEntities).toBe(1)
  })

  it('refuses an example that the step does not have, and leaves nothing', async () => {
    const alice = await api.signUp()
    const [id] = await worker.registers(step('example_step'))

    const missing = await alice.post(`/api/ProcessingStep/${id}/RunExample`, { Example: 1 })
    const invalid = await alice.post(`/api/ProcessingStep/${id}/RunExample`, { Example: -1 })

    expect([missing.status, invalid.status]).toEqual([404, 422])
  })

  it('treats a private step of another owner as missing', async () => {
    const [mara, mallory] = await Promise.all([contributor(api), api.signUp()])
    const href = await registersStep(mara, 'private_step', step('private_step'))

    expect((await mallory.post(`${new URL(href).pathname}/RunExample`, { Example: 0 })).status).toBe(404)
  })
})
