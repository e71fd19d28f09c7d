import fc from 'fast-check'
import type { Behavior } from './workflows.ts'

/** A node of a random workflow, whose jobs add numbers. */
export interface Shape {
  /** Earlier nodes whose sums are used, and earlier nodes that must end first. */
  uses: number[]
  after: number[]
  constant: number
  /** Number of items, or the earlier node over whose list it repeats. */
  items: number | { node: number } | undefined
  /** The earlier node whose sum must be even, if any. */
  isEven: number | undefined
  /** The items that fail. Without items, a failure of 0 is the node's own. */
  failures: number[]
  stops: boolean
}

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

const idOf = (index: number) => `n${index}`
const sumOf = (index: number) => ({ node: idOf(index), result: '/sum' })

/** The definition of these shapes. The nodes are listed backwards, because their order must not matter. */
export function definitionOf(shapes: Shape[]) {
  const nodes = shapes.map(({ uses, after, constant, items, isEven, failures, stops }, index) => ({
    id: idOf(index),
    step: { function: 'sum' },
    parameters: {
      constant: { value: constant },
      failures: { value: failures },
      ...(items !== undefined && { item: { item: '' } }),
      ...Object.fromEntries(uses.map((used) => [`use${used}`, sumOf(used)])),
    },
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
  }))
  return { version: 1, title: 'Random', nodes: nodes.toReversed() }
}

const total = (values: readonly unknown[]): number =>
  values.reduce<number>(
    (sum, value) => sum + (Array.isArray(value) ? total(value) : typeof value === 'number' ? value : 0),
    0,
  )

/** What a job does: it adds all numbers, and fails for some items. */
export function compute({ failures = [], item, ...others }: Record<string, unknown>) {
  if ((failures as unknown[]).includes(typeof item === 'number' ? item : 0)) return undefined
  return total([item, ...Object.values(others)])
}

/** What the jobs of the step `sum` do. */
export const sums: Behavior = ({ parameters }) => {
  const sum = compute(parameters)
  return sum === undefined
    ? { error: 'This item fails.' }
    : { result: { sum, isEven: sum % 2 === 0, list: [sum % 3, 7] } }
}
