import { faultsOf } from '@millrace/parameters/faults'
import type { JsonSchema } from '@millrace/parameters/json-schema'
import { readParts } from '@millrace/parameters/schema-parts'
import { withoutNull } from '@millrace/parameters/without-null'
import { withDefaults } from '@millrace/worker-sdk/default-parameters'
import { manifestOf } from '@millrace/worker-sdk/step-manifest'
import { describe, expect, it } from 'vitest'
import { filterRows } from './steps/filter-rows.ts'
import { validateTable } from './steps/validate-table.ts'
import { BUILT_IN_STEPS } from './steps.ts'
import { runOn } from './testing.ts'

const STEPS = BUILT_IN_STEPS.flatMap((step) => {
  const { parameters } = manifestOf(step)
  return parameters
    ? [{ name: step.functionName, step, schema: parameters as JsonSchema & Record<string, unknown> }]
    : []
})

const mentionsNull = ({ type, enum: options, default: initial, const: only }: JsonSchema) =>
  [type].flat().includes('null') || options?.includes(null) || initial === null || only === null

const containsNull = (value: unknown): boolean =>
  value === null || (typeof value === 'object' && Object.values(value).some(containsNull))

/** Returns null for every parameter that may be null. */
function nullsOf({ properties = {} }: JsonSchema): Record<string, null> {
  const names = Object.keys(properties).filter((name) => mentionsNull(properties[name] ?? {}))
  return Object.fromEntries(names.map((name) => [name, null]))
}

const TABLE = { 'levels.csv': 'station,level\nKaub,210\n,180\nBonn,\n' }

describe('optional parameters of a built-in step', () => {
  it.each(STEPS)('appear without null in the form of $name', ({ schema }) => {
    expect(readParts(withoutNull(schema)).filter((part) => mentionsNull(part.schema))).toEqual([])
  })

  // The parts of a schema that generic clients can't show, or that `withoutNull` leaves unchanged.
  it.each(STEPS)('appear without choices, references and defaults that contain null in the form of $name', (step) => {
    const parts = readParts(withoutNull(step.schema)).map((part) => part.schema)

    expect(parts.filter(({ anyOf, oneOf, $ref }) => anyOf ?? oneOf ?? $ref)).toEqual([])
    expect(parts.filter((part) => containsNull(part.default))).toEqual([])
  })

  it.each(STEPS)('may be null for $name, which means the same as leaving them out', ({ step, schema }) => {
    const nulls = nullsOf(schema)

    expect(faultsOf(schema, nulls)).toEqual(faultsOf(schema, {}))
    expect(withDefaults(step.parameters, nulls)).toEqual(withDefaults(step.parameters, {}))
  })

  it('exist in most steps', () => {
    const optional = STEPS.filter(({ schema }) => readParts(schema).some((part) => mentionsNull(part.schema)))
    expect(optional.length).toBeGreaterThan(20)
  })

  it.each([
    ['a condition', filterRows, { conditions: [{ column: 'level', is: 'is empty' }] }],
    ['a rule', validateTable, { rules: [{ column: 'station', check: 'is not empty' }] }],
  ])('may be null in %s of a list, too', async (_what, step, parameters) => {
    const [[name, [item = {}]] = ['', []]] = Object.entries(parameters)
    const [slot = ''] = (step.outputs ?? []).map((output) => output.name)

    const [absent, empty] = [
      await runOn(step, TABLE, parameters),
      await runOn(step, TABLE, { [name]: [{ ...item, value: null }] }),
    ]

    expect(faultsOf((step.parameters ?? {}) as JsonSchema, { [name]: [{ ...item, value: null }] })).toEqual([])
    expect(await absent.rows(slot)).not.toEqual([])
    expect([empty.result, await empty.rows(slot)]).toEqual([absent.result, await absent.rows(slot)])
  })
})
