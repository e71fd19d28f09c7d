import { readFile } from 'node:fs/promises'
import type { DataSlotSpecification, ProcessingStepProperties } from '@millrace/contracts/processing-steps'
import { readSchema } from '@millrace/parameters/json-schema'
import { embedded } from '@millrace/siren/read'
import type { StepVersion } from '@millrace/workflows/steps'
import { validateWorkflow } from '@millrace/workflows/validate'
import { describe, expect, inject, it } from 'vitest'
import { signUp } from './api-client.ts'

/** The steps of a new account, as its workflows may use them. */
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

describe('the examples of the workflow format', () => {
  it('are valid with the steps of a new account', async () => {
    const steps = await stepsOfNewAccount()
    const text = await readFile(new URL('../docs/workflow-format.md', import.meta.url), 'utf8')
    const examples = [...text.matchAll(/```json\n([\s\S]+?)```/g)].map(([, json = '']) => JSON.parse(json) as object)

    expect(examples).toHaveLength(3)
    for (const example of examples) expect(validateWorkflow(example, steps).faults).toEqual([])
  })
})
