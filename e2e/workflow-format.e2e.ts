import { readFile } from 'node:fs/promises'
import { isTerminal } from '@millrace/contracts/job-states'
import type { JobProperties } from '@millrace/contracts/jobs'
import type { DataSlotSpecification, ProcessingStepProperties } from '@millrace/contracts/processing-steps'
import { readSchema } from '@millrace/parameters/json-schema'
import { embedded, hrefOf } from '@millrace/siren/read'
import type { StepVersion } from '@millrace/workflows/steps'
import { validateWorkflow } from '@millrace/workflows/validate'
import { describe, expect, inject, it, vi } from 'vitest'
import { type Person, signUp } from './api-client.ts'
import { gaugeCsv } from './gauge-csv.ts'

/** Returns the steps that workflows of a new account can use. */
async function stepsOfNewAccount(): Promise<StepVersion[]> {
  const person = await signUp(inject('productUrl'))
  const found = await person.read(await person.post('/api/ProcessingStepQuery/CreateQuery', {}))
  return embedded<ProcessingStepProperties>(found as never, 'item').map(({ properties }) => ({
    functionName: properties.FunctionName,
    version: properties.Version,
    parameters: readSchema(properties.ParameterSchema),
    inputs: (properties.InputDataSlotSpecification ?? []).map(slotOf),
    outputs: (properties.OutputDataSlotSpecification ?? []).map(slotOf),
  }))
}

function slotOf({ Name, MediaType, MinSlots, MaxSlots }: DataSlotSpecification) {
  return { name: Name, mediaType: MediaType, minSlots: MinSlots, maxSlots: MaxSlots }
}

async function examplesOfFormat(): Promise<object[]> {
  const text = await readFile(new URL('../docs/workflow-format.md', import.meta.url), 'utf8')
  return [...text.matchAll(/```json\n([\s\S]+?)```/g)].map(([, json = '']) => JSON.parse(json) as object)
}

/** Runs a definition with the built-in worker, and returns the job when it has ended. */
async function runs(person: Person, definition: object, variables: object) {
  const bytes = new Uint8Array(Buffer.from(JSON.stringify(definition)))
  const workflow = await person.upload('example.workflow.json', bytes)
  const job = await person.post('/api/Job/CreateJob', { Name: 'Example' })
  const query = await person.post('/api/ProcessingStepQuery/CreateQuery', {
    Filter: { FunctionName: 'execute_workflow' },
  })
  const [step] = embedded(await person.read(query), 'item')
  await person.act((await person.read(job)) as never, 'SelectProcessing', {
    ProcessingStepUrl: step && hrefOf(step, 'self'),
  })
  await person.act((await person.read(job)) as never, 'ConfigureProcessing', variables)
  const [slot] = embedded(await person.read(job), 'InputDataSlot')
  await person.act(slot as never, 'SelectWorkData', { WorkDataUrl: workflow })
  await person.act((await person.read(job)) as never, 'StartProcessing')
  return vi.waitFor(
    async () => {
      const document = await person.read<JobProperties>(job)
      expect(isTerminal(document.properties.State)).toBe(true)
      return document
    },
    { timeout: 60_000, interval: 300 },
  )
}

describe('the examples of the workflow format', () => {
  it('are valid with the steps of a new account', async () => {
    const steps = await stepsOfNewAccount()
    const examples = await examplesOfFormat()

    expect(examples).toHaveLength(3)
    for (const example of examples) expect(validateWorkflow(example, steps).faults).toEqual([])
  })

  it('run with the built-in steps, from a file of readings to the outputs they name', {
    timeout: 180_000,
  }, async () => {
    const person = await signUp(inject('productUrl'))
    const readings = await person.upload('gauges.csv', new Uint8Array(Buffer.from(gaugeCsv())))
    const [clean, compare, stations] = await examplesOfFormat()
    const sql = (name: string) => `select timestamp, level_cm from input where station = '${name}'`
    const given = [
      { name: 'koeln', sql: sql('koeln') },
      { name: '', sql: '' },
      { name: 'nowhere', sql: 'select nothing from input' },
    ]

    const ended = [
      await runs(person, clean ?? {}, { readings }),
      await runs(person, compare ?? {}, { readings }),
      await runs(person, stations ?? {}, { readings, stations: given }),
    ]

    expect(ended.map(({ properties }) => properties.ErrorDescription)).toEqual([null, null, null])
    const outputs = ended.map(
      ({ properties }) => JSON.parse(properties.Result ?? '{}').outputs as Record<string, string[]>,
    )
    expect(outputs.map((named) => Object.entries(named).map(([name, files]) => [name, files.length]))).toEqual([
      [['chart', 1]],
      [['comparison', 1]],
      [['charts', 1]],
    ])
  })
})
