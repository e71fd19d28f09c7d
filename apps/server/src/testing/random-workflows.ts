import { createHash } from 'node:crypto'
import fc from 'fast-check'
import type { Behavior } from './workflows.ts'

/** A node of a random workflow. Its jobs add numbers. */
export interface Shape {
  /**
   * `uses` lists earlier nodes whose sums this node adds. `after` lists earlier nodes that must end before this node.
   */
  uses: number[]
  after: number[]
  constant: number
  /** Number of items, or the earlier node whose list provides the items. */
  items: number | { node: number } | undefined
  /** The earlier node whose sum must be even, if any. */
  isEven: number | undefined
  /** The items that fail. For a node without items, 0 means that the node itself fails. */
  failures: number[]
  stops: boolean
  /** How many times a failed run is retried, and whether the first job of each run fails. */
  retries?: number
  isFlaky?: boolean
  /** The earlier node whose files are read. Their numbers are added. */
  reads?: number | undefined
  /** Whether the node runs a nested workflow. Such a node returns no number, but its file contains one. */
  isWorkflow?: boolean
}

/** Generates a random node. It depends only on nodes before `index`, so the workflow has no cycle. */
export const randomShape = (index: number): fc.Arbitrary<Shape> => {
  const earlier = index === 0 ? fc.constant<number[]>([]) : fc.uniqueArray(fc.nat(index - 1), { maxLength: 3 })
  const one = index === 0 ? fc.constant(undefined) : fc.option(fc.nat(index - 1), { nil: undefined, freq: 3 })
  return fc.record({
    uses: earlier,
    after: earlier,
    constant: fc.nat(9),
    items: fc.oneof(
      fc.constant(undefined),
      fc.nat(3),
      one.map((node) => (node === undefined ? undefined : { node })),
    ),
    isEven: one,
    failures: fc.oneof(
      { weight: 4, arbitrary: fc.constant<number[]>([]) },
      { weight: 1, arbitrary: fc.uniqueArray(fc.nat(2), { maxLength: 2 }) },
    ),
    stops: fc.boolean().map((value) => value && index % 4 === 3),
  })
}
export const randomShapes = fc
  .integer({ min: 1, max: 9 })
  .chain((count) => fc.tuple(...Array.from({ length: count }, (_, index) => randomShape(index))))

/** Random nodes with retries, files and nested workflows. */
export const randomRichShapes = randomShapes.chain((shapes) =>
  fc
    .tuple(
      ...shapes.map((_, index) =>
        fc.record({
          retries: fc.nat(2),
          isFlaky: fc.boolean(),
          reads: index === 0 ? fc.constant(undefined) : fc.option(fc.nat(index - 1), { nil: undefined }),
          isWorkflow: fc.nat(3).map((one) => one === 0),
        }),
      ),
    )
    .map((more) => fitted(shapes.map((shape, index) => ({ ...shape, ...more[index] })))),
)

/**
 * Removes what nested workflows don't support. A node that runs a nested workflow may use other nodes’ files and items,
 * but not their results. Other nodes may use its files or wait for it to end, but not use its result.
 */
function fitted(shapes: Shape[]): Shape[] {
  const isNumber = (index: number | undefined) => index === undefined || !shapes[index]?.isWorkflow
  return shapes.map((shape) => {
    const { uses, after, items, isEven } = shape
    const others = {
      uses: uses.filter(isNumber),
      after: [...new Set([...after, ...uses.filter((index) => !isNumber(index))])],
      items: typeof items === 'object' && !isNumber(items.node) ? undefined : items,
      isEven: isNumber(isEven) ? isEven : undefined,
    }
    const alone = { uses: [], after: [...new Set([...others.after, ...others.uses])] }
    return { ...shape, ...others, ...(shape.isWorkflow && alone) }
  })
}

const idOf = (index: number) => `n${index}`
const sumOf = (index: number) => ({ node: idOf(index), result: '/sum' })

const variable = (name: string) => ({ variable: name })

/**
 * The nested workflow that nodes with `isWorkflow` run. Its output is a file with the sum that an ordinary node would
 * compute.
 */
export const INNER = {
  version: 1,
  title: 'Inner',
  variables: {
    constant: { type: 'integer' },
    failures: { type: 'array' },
    item: { default: '' },
    files: { type: 'array', items: { type: 'string', format: 'work-data' }, default: [] },
  },
  nodes: [
    {
      id: 'inner',
      title: 'inner',
      step: { function: 'sum' },
      inputs: { in: [variable('files')] },
      parameters: { constant: variable('constant'), failures: variable('failures'), item: variable('item') },
    },
  ],
  outputs: { out: { node: 'inner', slot: 'out' } },
}

/**
 * Returns the definition of a workflow with these nodes. They are listed in reverse, to test that the order does not
 * matter. `inner` is the work data with the nested workflow.
 */
export function definitionOf(shapes: Shape[], inner = '') {
  const nodes = shapes.map((shape, index) => {
    const { after, items, isEven, stops, retries = 0, reads, isWorkflow } = shape
    return {
      id: idOf(index),
      title: idOf(index),
      step: { function: isWorkflow ? 'execute_workflow' : 'sum' },
      retries,
      inputs: {
        ...(isWorkflow && { workflow: [{ workData: inner }] }),
        ...(reads !== undefined && { [isWorkflow ? 'files' : 'in']: [{ node: idOf(reads), slot: 'out' }] }),
      },
      parameters: parametersOf(shape),
      after: after.map(idOf),
      ...(items !== undefined && {
        forEach:
          typeof items === 'number'
            ? { value: Array.from({ length: items }, (_, item) => item) }
            : { node: idOf(items.node), result: '/list' },
      }),
      ...(isEven !== undefined && {
        when: { compare: { left: { node: idOf(isEven), result: '/isEven' }, is: 'ne', right: { value: false } } },
      }),
      onFailure: stops ? 'stop' : 'continue',
    }
  })
  return { version: 1, title: 'Random', nodes: nodes.toReversed() }
}

function parametersOf({ uses, constant, items, failures, isFlaky, isWorkflow }: Shape) {
  return {
    constant: { value: constant },
    failures: { value: failures },
    ...(isFlaky && !isWorkflow && { isFlaky: { value: true } }),
    ...(items !== undefined && { item: { item: '' } }),
    ...Object.fromEntries(uses.map((used) => [`use${used}`, sumOf(used)])),
  }
}

const total = (values: readonly unknown[]): number =>
  values.reduce<number>(
    (sum, value) => sum + (Array.isArray(value) ? total(value) : typeof value === 'number' ? value : 0),
    0,
  )

/** Computes the result of a job: the sum of all numbers, including those in files. Undefined if the job fails. */
export function compute({ failures = [], item, ...others }: Record<string, unknown>, files: readonly number[] = []) {
  if ((failures as unknown[]).includes(typeof item === 'number' ? item : 0)) return undefined
  return total([item, ...files, ...Object.values(others)])
}

/**
 * Returns the behavior of the step `sum` for one execution. The step returns the sum and writes it to a file. A flaky
 * job fails the first time.
 */
export function sums(): Behavior {
  const tried = new Set<string>()
  const numbers = new Map<string, number>()
  return ({ parameters, inputs, jobName }) => {
    const isFirst = !tried.has(jobName)
    tried.add(jobName)
    if (parameters.isFlaky && isFirst) return { error: 'The first try fails.' }
    const sum = compute(
      parameters,
      inputs.map(({ sha256 }) => numbers.get(sha256) ?? Number.NaN),
    )
    if (sum === undefined) return { error: 'This item fails.' }
    const text = `${sum}\n`
    numbers.set(createHash('sha256').update(text).digest('hex'), sum)
    return { result: { sum, isEven: sum % 2 === 0, list: [sum % 3, 7] }, outputs: { out: [text] } }
  }
}
