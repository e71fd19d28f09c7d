import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { firstOf } from '@millrace/tables/testing/long'
import { type ExampleFile, runStep, type Step } from '@millrace/worker-sdk'
import { describe, expect, it } from 'vitest'
import { BUILT_IN_STEPS } from '#steps.ts'
import { testFolder } from '#testing.ts'

const EXAMPLES = BUILT_IN_STEPS.flatMap((step) =>
  firstOf(1, step.examples ?? []).map((example) => [step.functionName, example.title, step, example] as const),
)

async function written(folder: string, { name, text, base64 }: ExampleFile): Promise<string> {
  const path = join(folder, name)
  await writeFile(path, text ?? Buffer.from(base64 ?? '', 'base64'))
  return path
}

async function runExample(step: Step, example: (typeof EXAMPLES)[number][3]) {
  const folder = await testFolder()
  const inputs: Record<string, string[]> = {}
  for (const [slot, files] of Object.entries(example.inputs)) {
    await mkdir(join(folder, slot))
    inputs[slot] = await Promise.all(files.map((file) => written(join(folder, slot), file)))
  }
  return runStep(step, { inputs, parameters: example.parameters, folder: join(folder, 'job') })
}

describe('the examples of the built-in steps', () => {
  it.each(BUILT_IN_STEPS.map((step) => [step.functionName, step] as const))('are two or more for %s', (_, step) => {
    expect(step.examples?.length).toBeGreaterThanOrEqual(2)
    expect(step.categories).not.toEqual([])
    expect(step.tasks?.length).toBeGreaterThanOrEqual(3)
    expect(step.icon).toBeTruthy()
  })

  it.each(EXAMPLES)('run to completion: %s, %s', async (_name, _title, step, example) => {
    const { outputs, result } = await runExample(step, example)

    expect(outputs.length).toBeGreaterThan(0)
    const slots = outputs.map((output) => output.slot)
    const first = step.showFirst ?? []
    const written = step.outputs?.map(({ name }) => name) ?? []
    expect(slots).toEqual(expect.arrayContaining(first.filter((name) => written.includes(name))))
    // Some values are returned only for certain inputs, such as the equation of a single curve.
    const values = Object.keys(step.returns?.properties ?? {})
    expect([...written, ...values]).toEqual(expect.arrayContaining([...first]))
    expect([...slots, ...Object.keys(result ?? {})].some((name) => first.length === 0 || first.includes(name))).toBe(
      true,
    )
  })
})
