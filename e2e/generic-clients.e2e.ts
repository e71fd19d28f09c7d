import { isTerminal } from '@millrace/contracts/job-states'
import type { JobProperties } from '@millrace/contracts/jobs'
import type { ProcessingStepProperties } from '@millrace/contracts/processing-steps'
import type { WorkDataProperties } from '@millrace/contracts/work-data'
import { readParts } from '@millrace/parameters/schema-parts'
import { actionOf, embedded, hrefOf, selfHref } from '@millrace/siren/read'
import { describe, expect, inject, it, vi } from 'vitest'
import { type Person, signUp } from './api-client.ts'
import { gaugeCsv } from './gauge-csv.ts'

/** Creates a job of a step. */
async function hasJob(person: Person, step: string): Promise<string> {
  const job = await person.post('/api/Job/CreateJob', { Name: 'From a generic client' })
  await person.act(await person.read<never>(job), 'SelectProcessing', { ProcessingStepUrl: step })
  return job
}

/** Reads the schema to which the form of a job’s parameters refers. */
async function formSchema(person: Person, job: string): Promise<Record<string, unknown>> {
  const field = actionOf(await person.read<never>(job), 'ConfigureProcessing')?.fields?.[0]
  const reply = await person.request(field?.class?.[0] ?? '')
  return (await reply.json()) as Record<string, unknown>
}

/** Returns the parts of a schema that allow null. */
function partsWithNull(schema: Record<string, unknown>): object[] {
  return readParts(schema)
    .map((part) => part.schema)
    .filter(({ type, enum: options, default: initial }) => {
      return [type].flat().includes('null') || options?.includes(null) || initial === null
    })
}

/** Runs a job on the file, and returns its first result as text. */
async function runs(person: Person, job: string, { file, parameters }: { file: string; parameters: object }) {
  await person.act(await person.read<never>(job), 'ConfigureProcessing', parameters)
  const [slot] = embedded(await person.read(job), 'InputDataSlot')
  await person.act(slot as never, 'SelectWorkData', { WorkDataUrl: file })
  await person.act(await person.read<never>(job), 'StartProcessing')
  const ended = await vi.waitFor(
    async () => {
      const document = await person.read<JobProperties>(job)
      expect(isTerminal(document.properties.State)).toBe(true)
      return document
    },
    { timeout: 60_000, interval: 300 },
  )
  expect(ended.properties.ErrorDescription).toBeNull()
  const [output] = embedded(ended, 'OutputDataSlot')
  const [result] = output ? embedded<WorkDataProperties>(output, 'Assigned') : []
  return (await person.request((result && hrefOf(result, 'Download')) ?? '')).text()
}

describe('a generic Siren client', () => {
  it('gets a form without null for every built-in step', { timeout: 60_000 }, async () => {
    const person = await signUp(inject('productUrl'))
    const query = await person.post('/api/ProcessingStepQuery/CreateQuery', {})
    const steps = embedded<ProcessingStepProperties>(await person.read(query), 'item')

    const optional: string[] = []
    for (const step of steps.filter(({ properties }) => properties.ParameterSchema)) {
      const { FunctionName: name, ParameterSchema } = step.properties
      const form = await formSchema(person, await hasJob(person, selfHref(step)))
      expect([name, partsWithNull(form)]).toEqual([name, []])
      if (partsWithNull(JSON.parse(ParameterSchema ?? '') as typeof form).length > 0) optional.push(name)
    }
    expect(optional.length).toBeGreaterThan(20)
  })

  it('may send null for an empty field, and the job does the same as without it', { timeout: 120_000 }, async () => {
    const person = await signUp(inject('productUrl'))
    const file = await person.upload('gauges.csv', new Uint8Array(Buffer.from(gaugeCsv())))
    const query = await person.post('/api/ProcessingStepQuery/CreateQuery', { Filter: { FunctionName: 'filter_rows' } })
    const [step] = embedded(await person.read(query), 'item')
    const parameters = { conditions: [{ column: 'station', is: 'is not empty' }] }
    const nulls = {
      conditions: [{ column: 'station', is: 'is not empty', value: null }],
      sort_by: null,
      first_rows: null,
      sheet: null,
      sample_rows: null,
    }

    const href = (step && selfHref(step)) ?? ''
    const absent = await runs(person, await hasJob(person, href), { file, parameters })
    const empty = await runs(person, await hasJob(person, href), { file, parameters: nulls })

    expect(absent).toContain('station')
    expect(empty).toBe(absent)
  })
})
