import type { SirenDocument } from '@millrace/siren/document'
import { actionOf } from '@millrace/siren/read'
import { describe, expect, it } from 'vitest'
import { testApi } from '#testing/api.ts'
import type { TestClient } from '#testing/client.ts'
import { does, hasJob, type JobDocument, manifest, testWorker } from '#testing/jobs.ts'
import { contributor, readStep, registersStep } from '#testing/steps.ts'

const api = await testApi()
const worker = await testWorker(api)

/** A schema with optional parameters, as a worker written in Python describes them. */
const SCHEMA = {
  type: 'object',
  properties: {
    rows: { anyOf: [{ type: 'integer', minimum: 1 }, { type: 'null' }], default: null, title: 'Rows' },
    limit: { anyOf: [{ type: 'number' }, { type: 'null' }], default: 5 },
    column: { type: ['string', 'null'] },
    name: { type: 'string' },
  },
  additionalProperties: false,
}
const WITHOUT_NULL = {
  ...SCHEMA,
  properties: {
    rows: { type: 'integer', minimum: 1, title: 'Rows' },
    limit: { type: 'number', default: 5 },
    column: { type: 'string' },
    name: { type: 'string' },
  },
}
const NULLS = { rows: null, limit: null, column: null }

async function formOfAction(client: TestClient, document: string, action: string) {
  const field = actionOf(await client.read<SirenDocument>(document), action)?.fields?.[0]
  const schema = await client.get(field?.class?.[0] ?? '')
  return { value: field?.value, schema: (await schema.json()) as unknown }
}

describe('the forms of a step’s parameters', () => {
  it('have schemas without null, unlike the schema that describes the step', async () => {
    const mara = await contributor(api)
    const step = await registersStep(mara, 'forms', { parameters: SCHEMA, input_dataslots: [] })
    const job = await hasJob(mara, step.split('/').at(-1) ?? '', 'Created')

    expect(await formOfAction(mara, step, 'ConfigureDefaultParameters')).toEqual({ value: {}, schema: WITHOUT_NULL })
    expect(await formOfAction(mara, job, 'ConfigureProcessing')).toEqual({ value: {}, schema: WITHOUT_NULL })
    expect(JSON.parse((await readStep(mara, step)).properties.ParameterSchema ?? '')).toEqual(SCHEMA)
  })

  it('accept null where the step does, and the worker receives it', async () => {
    const alice = await api.signUp()
    const [stepId = ''] = await worker.registers(manifest('nullable', { parameters: SCHEMA, input_dataslots: [] }))
    const job = await hasJob(alice, stepId, 'Created')

    const refused = await alice.post(`${job}/ConfigureProcessing`, { name: null })
    await does(alice, job, 'ConfigureProcessing', NULLS)
    await does(alice, job, 'StartProcessing')
    const [lease] = await worker.claims([stepId])

    expect([refused.status, lease?.parameters]).toEqual([422, NULLS])
  })

  it('start with the values of the job, except each null that overrides no default', async () => {
    const mara = await contributor(api)
    const step = await registersStep(mara, 'prefilled', { parameters: SCHEMA, input_dataslots: [] })
    const job = await hasJob(mara, step.split('/').at(-1) ?? '', 'Created')
    const values = async (document: string, action: string) => (await formOfAction(mara, document, action)).value

    await does(mara, step, 'ConfigureDefaultParameters', { rows: null, limit: null, name: 'Rhine' })
    expect(await values(step, 'ConfigureDefaultParameters')).toEqual({ limit: null, name: 'Rhine' })
    expect(await values(job, 'ConfigureProcessing')).toEqual({ limit: null, name: 'Rhine' })

    await does(mara, step, 'ConfigureDefaultParameters', { column: 'level' })
    await does(mara, job, 'ConfigureProcessing', NULLS)
    expect(await values(job, 'ConfigureProcessing')).toEqual({ limit: null, column: null })
    expect((await mara.read<JobDocument>(job)).properties.ConfiguredParameters).toBe(JSON.stringify(NULLS))
  })
})
