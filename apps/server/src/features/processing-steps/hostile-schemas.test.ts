import { actionOf } from '@millrace/siren/read'
import { describe, expect, it } from 'vitest'
import { testApi } from '#testing/api.ts'
import type { TestClient } from '#testing/client.ts'
import { hasJob, type JobDocument, manifest, stateOf, testWorker } from '#testing/jobs.ts'
import { contributor, registersStep, uploadsManifest } from '#testing/steps.ts'

const api = await testApi()
const worker = await testWorker(api)
const many = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index))
const branch = (n: number) => ({ type: 'object', properties: { [`k${n}`]: { const: n } }, required: [`k${n}`] })

async function tries(client: TestClient, document: string, action: string, body: object): Promise<Response> {
  return client.post(actionOf(await client.read<JobDocument>(document), action)?.href ?? '', body)
}

describe('a hostile manifest is refused and registers nothing', () => {
  it.each([
    [
      'a choice of 3,000 objects',
      { parameters: { properties: { list: { items: { anyOf: many(3_000, branch) } } } } },
      'kB',
    ],
    ['an enum of 8,000 objects', { parameters: { properties: { k: { enum: many(8_000, (n) => ({ n })) } } } }, 'kB'],
    ['8,000 short values', { parameters: { properties: { k: { enum: many(8_000, (n) => n) } } } }, 'values of enum'],
    [
      'a pattern with a backreference',
      { parameters: { properties: { k: { pattern: '(a)\\1' } } } },
      '/properties/k/pattern',
    ],
    ['a large return schema', { returns: { description: 'x'.repeat(70_000) } }, '/returns'],
    ['large slot metadata', { input_dataslots: [{ name: 'table', metadata: { x: 'x'.repeat(300_000) } }] }, '256 kB'],
  ])('with %s', async (_what, change, reason) => {
    const mallory = await contributor(api)

    const reply = await uploadsManifest(mallory, manifest('bomb', change))

    const body = await reply.text()
    expect([reply.status, body]).toEqual([422, expect.stringContaining(reason)])
    const { rows } = await api.db.pool.query('select 1 from processing_step where owner_id = $1', [mallory.publicId])
    expect(rows).toEqual([])
  })
})

describe('parameters of a public step', () => {
  it('that would take too long to check are refused, and the job keeps its previous ones', async () => {
    const list = { type: 'array', items: { anyOf: many(150, (n) => ({ type: 'integer', maximum: n, minimum: n })) } }
    const slow = manifest('slow_choice', { parameters: { properties: { list } }, input_dataslots: [] })
    const [stepId = ''] = await worker.registers(slow)
    const bob = await api.signUp()
    const job = await hasJob(bob, stepId, 'ReadyForProcessing')

    const reply = await tries(bob, job, 'ConfigureProcessing', { list: many(19_000, () => 149) })

    expect([reply.status, await reply.text()]).toEqual([422, expect.stringContaining('takes too long')])
    expect(await stateOf(bob, job)).toBe('ReadyForProcessing')
  })

  it('are limited in size and number of values', async () => {
    const mara = await contributor(api)
    const step = await registersStep(mara, 'any_parameters', { parameters: {}, input_dataslots: [] })
    const job = await hasJob(mara, step.split('/').at(-1) ?? '', 'ReadyForProcessing')

    const long = await tries(mara, job, 'ConfigureProcessing', { text: 'x'.repeat(300_000) })
    const wide = await tries(mara, job, 'ConfigureProcessing', { list: many(20_001, () => 0) })
    const defaults = await tries(mara, step, 'ConfigureDefaultParameters', { text: 'x'.repeat(300_000) })

    expect([long.status, wide.status, defaults.status]).toEqual([422, 422, 422])
    expect(await long.text()).toContain('The limit is 256 kB')
    expect(await wide.text()).toContain('more than 20,000 values')
  })
})
