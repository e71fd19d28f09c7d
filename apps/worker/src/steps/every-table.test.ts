import { IS_LONG } from '@millrace/tables/testing/long'
import { type Step, StepError } from '@millrace/worker-sdk'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { TABLE_STEPS } from '#steps.ts'
import { type Files, runOn } from '#testing.ts'
import { csvOf, parametersFor, parquetOf, type RandomTable, textTables, typedTables } from '#testing-tables.ts'

const RUNS = {
  numRuns: Number(process.env.MILLRACE_PROPERTY_RUNS ?? (IS_LONG ? 40 : 1)),
  endOnFailure: true,
}

/** Runs a step, which may produce results or throw a StepError. Any other error is a bug. */
async function run(step: Step, files: Files, parameters: Record<string, unknown>): Promise<void> {
  try {
    const inputs = Object.fromEntries((step.inputs ?? []).map((slot) => [slot.name, files]))
    const { outputs } = await runOn(step, inputs, parameters)
    expect(outputs).not.toEqual([])
  } catch (error) {
    if (!(error instanceof StepError)) throw error
  }
}

function runs(step: Step, tables: fc.Arbitrary<RandomTable>) {
  return tables.chain((table) => fc.record({ table: fc.constant(table), parameters: parametersFor(step, table) }))
}

describe.each(TABLE_STEPS.map((step) => [step.functionName, step] as const))('%s', (_, step) => {
  it('accepts every Parquet table or explains why it can’t', { timeout: 300_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(runs(step, typedTables), async ({ table, parameters }) =>
        run(step, { 'a.parquet': await parquetOf(table) }, parameters),
      ),
      RUNS,
    )
  })

  it('accepts every CSV table or explains why it can’t', { tags: 'long', timeout: 300_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(runs(step, textTables), ({ table, parameters }) =>
        run(step, { 'a.csv': csvOf(table) }, parameters),
      ),
      RUNS,
    )
  })
})
