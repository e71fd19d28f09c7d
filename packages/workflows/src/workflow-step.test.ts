import { describe, expect, it } from 'vitest'
import { STEPS } from './testing/steps.ts'
import { validateWorkflow } from './validate.ts'
import { typedInterface, type WorkflowInterface } from './workflow-step.ts'

const steps = [
  ...STEPS,
  {
    functionName: 'execute_workflow',
    version: '1.0.0',
    parameters: { type: 'object', additionalProperties: true },
    inputs: [{ name: 'workflow', mediaType: null, minSlots: 1, maxSlots: 1 }],
    outputs: [{ name: 'report', mediaType: 'application/json', minSlots: 1, maxSlots: 1 }],
  },
]
const file = { type: 'string', format: 'work-data' }
const INNER: WorkflowInterface = {
  title: 'Inner',
  variables: {
    table: file,
    tables: { type: 'array', items: file },
    window: { type: 'integer', minimum: 1 },
    method: { type: 'string', default: 'mean' },
  },
  outputs: { chart: { node: 'x', slot: 'figure' }, report: { node: 'x', slot: 'figure' } },
}
const LINK = 'http://localhost/api/WorkData/1'
const readings = { variable: 'readings' }

function faultsOf(node: { parameters?: object; inputs?: object }, more: object[] = [], inner = INNER) {
  const sub = { id: 'sub', step: { function: 'execute_workflow' }, ...node }
  const document = { version: 1, title: 'Outer', variables: { readings: file }, nodes: [sub, ...more] }
  const workflows = new Map([[LINK, inner]])
  return validateWorkflow(document, steps, { workflows }).faults.map(({ pointer, message }) => `${pointer} ${message}`)
}

const inputs = { workflow: [{ workData: LINK }], table: [readings], tables: [readings, readings] }
const plot = (source: object) => ({ id: 'plot', step: { function: 'plot_table' }, inputs: { table: [source] } })

describe('a node that runs a workflow', () => {
  it('has its variables as inputs and parameters, and its outputs as slots', () => {
    const parameters = { window: { value: 3 } }

    expect(faultsOf({ parameters, inputs }, [plot({ node: 'sub', slot: 'chart' })])).toEqual([])
    expect(faultsOf({ parameters, inputs }, [plot({ node: 'sub', slot: 'report' })])).toEqual([
      '/nodes/1/inputs/table/0 The input “table” accepts text/csv,application/vnd.apache.parquet, but “report” of “sub” is application/json.',
    ])
  })

  it('can have work data as a parameter', () => {
    const { table: _, ...others } = inputs

    expect(faultsOf({ parameters: { window: { value: 3 }, table: readings }, inputs: others })).toEqual([])
  })

  it('is checked like any other step', () => {
    const parameters = { window: { value: 0 }, methd: { value: 'mean' } }
    const wrong = { ...inputs, table: [readings, readings], tables: [], tabel: [readings] }

    expect(faultsOf({ parameters, inputs: wrong })).toEqual([
      '/nodes/0/parameters/methd execute_workflow has no parameter “methd”. It has “window”, “method”.',
      '/nodes/0/parameters/window/value 0 is less than 1. Choose 1 or more.',
      '/nodes/0/inputs/table The input “table” accepts at most one file.',
      '/nodes/0/inputs/tabel execute_workflow has no input “tabel”. It has “workflow”, “table”, “tables”.',
      '/nodes/0/inputs/tables The input “tables” is missing.',
    ])
  })

  it('has slots of the types that the steps inside accept and write', () => {
    const inner = {
      version: 1 as const,
      title: 'Inner',
      variables: { table: file },
      nodes: [
        { id: 'x', step: { function: 'plot_table' }, inputs: { table: [{ variable: 'table' }] } },
        { id: 'y', step: { function: 'plot_table' }, forEach: { variable: 'table' } },
      ],
      outputs: { chart: { node: 'x', slot: 'figure' }, all: { node: 'y', slot: 'figure' } },
    }
    const stepOf = () => STEPS.find(({ functionName }) => functionName === 'plot_table')
    const typed = typedInterface(inner, stepOf)
    const figure = 'application/vnd.plotly.v1+json'

    expect(typed.slots?.outputs).toEqual({
      chart: { mediaType: figure, maxSlots: 1 },
      all: { mediaType: figure, maxSlots: null },
    })
    const wrong = [plot({ node: 'sub', slot: 'chart' })]
    expect(faultsOf({ inputs: { workflow: inputs.workflow, table: [readings] } }, wrong, typed)).toEqual([
      `/nodes/1/inputs/table/0 The input “table” accepts text/csv,application/vnd.apache.parquet, but “chart” of “sub” is ${figure}.`,
    ])
  })

  it('may have any inputs and parameters while the workflow is unknown', () => {
    const unknown = { workflow: [readings], anything: [readings] }

    expect(
      faultsOf({ parameters: { any: { value: 1 } }, inputs: unknown }, [plot({ node: 'sub', slot: 'some' })]),
    ).toEqual([])
    expect(faultsOf({ inputs: {} })).toEqual(['/nodes/0/inputs/workflow The input “workflow” is missing.'])
  })

  it('is not checked against a schema that can’t be used', () => {
    const inner = { ...INNER, variables: { window: { type: 'intger' } } } as unknown as WorkflowInterface

    expect(
      faultsOf({ parameters: { window: { value: 'x' } }, inputs: { workflow: [{ workData: LINK }] } }, [], inner),
    ).toEqual([])
  })
})
