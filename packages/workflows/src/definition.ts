import { LIMITS } from '@millrace/contracts/limits'
import { FunctionName } from '@millrace/contracts/manifest'
import { z } from 'zod'
import { RESERVED_MESSAGE, RESERVED_NAME } from './reserved-names.ts'

/*
 * The workflow definition, version 1: the content of work data of the type
 * `application/vnd.pinexq.workflow.definition+json`. It contains references, but no expressions or code.
 * docs/workflow-format.md explains it.
 */

export const DEFINITION_VERSION = 1

export const WORKFLOW_LIMITS = {
  nodesMax: 10_000,
  /** Maximum number of references from nodes to variables, other nodes and work data. */
  referencesMax: 100_000,
  variablesMax: 200,
  /** Maximum number of items of a `forEach`. Items that are not constants are checked later, when they are known. */
  itemsMax: 10_000,
  retriesMax: 10,
} as const

const Name = z
  .string()
  .min(1)
  .max(100)
  .regex(/^[A-Za-z_][A-Za-z0-9_-]*$/, 'Use letters, digits, “_” and “-”. Start with a letter or “_”.')
  .refine((name) => name !== RESERVED_NAME, RESERVED_MESSAGE)

const Pointer = z
  .string()
  .max(500)
  .regex(/^(\/([^/~]|~[01])*)*$/, 'Expected a JSON pointer, such as /mean, or an empty string for the whole value.')

/** Requires exactly one of several forms, each a set of keys that belong together. */
function oneForm<Shape extends z.ZodRawShape>(shape: Shape, forms: readonly string[][]) {
  const keys = forms.map((form) => form.join(' with '))
  const message = `Expected ${keys.slice(0, -1).join(', ')} or ${keys.at(-1)}.`
  const isOne = (value: object) => {
    const present = Object.keys(value).filter((key) => (value as Record<string, unknown>)[key] !== undefined)
    return forms.some((form) => form.length === present.length && form.every((key) => present.includes(key)))
  }
  return z
    .strictObject(shape)
    .refine(isOne, message)
    .meta({ oneOf: forms.map((required) => ({ required })) })
}

/** The source of a parameter's value. */
export const Binding = oneForm(
  {
    value: z.json().optional(),
    variable: Name.optional(),
    /** The id of a node. `result` is a pointer into the node's returned value. */
    node: Name.optional(),
    result: Pointer.optional(),
    /** A part of the current item of `forEach`. */
    item: Pointer.optional(),
  },
  [['value'], ['variable'], ['node', 'result'], ['item']],
)
export type Binding = z.infer<typeof Binding>

/** The source of an input slot's work data. */
export const Source = oneForm(
  {
    /** The name of a variable of the format `work-data`. */
    variable: Name.optional(),
    /** The id of a node. Its work data in the output slot `slot` is used. */
    node: Name.optional(),
    slot: z.string().min(1).max(100).optional(),
    /** The URL of work data. */
    workData: z.string().min(1).max(2000).optional(),
    /** The current item of `forEach`, if the items are work data. */
    item: z.literal('').optional(),
  },
  [['variable'], ['node', 'slot'], ['workData'], ['item']],
)
export type Source = z.infer<typeof Source>

export const COMPARISONS = ['eq', 'ne', 'lt', 'le', 'gt', 'ge'] as const

const Comparison = z.strictObject({ left: Binding, is: z.enum(COMPARISONS), right: Binding })

/** The condition under which a node runs. If it is false, the node is skipped. */
export interface Condition {
  all?: Condition[] | undefined
  any?: Condition[] | undefined
  not?: Condition | undefined
  compare?: z.infer<typeof Comparison> | undefined
}
export const Condition: z.ZodType<Condition> = z.lazy(() =>
  oneForm(
    {
      all: z.array(Condition).min(1).max(20).optional(),
      any: z.array(Condition).min(1).max(20).optional(),
      not: Condition.optional(),
      compare: Comparison.optional(),
    },
    [['all'], ['any'], ['not'], ['compare']],
  ),
)

/**
 * The items for which a node is repeated: an array (a constant, a variable or a returned value), or the work data in an
 * output slot or a variable.
 */
const ForEach = oneForm(
  {
    value: z.array(z.json()).optional(),
    variable: Name.optional(),
    node: Name.optional(),
    result: Pointer.optional(),
    slot: z.string().min(1).max(100).optional(),
  },
  [['value'], ['variable'], ['node', 'result'], ['node', 'slot']],
)

export const WorkflowNode = z.strictObject({
  id: Name,
  title: z.string().max(200).optional(),
  /** The processing step to run. `version` is a semver range; if absent, the newest version is used. */
  step: z.strictObject({ function: FunctionName, version: z.string().min(1).max(200).optional() }),
  /** Missing parameters get their defaults. */
  parameters: z.record(z.string().max(200), Binding).optional(),
  inputs: z.record(z.string().max(100), z.array(Source).max(1000)).optional(),
  /** Nodes that must end first, and must not fail, in addition to those that the node references. */
  after: z.array(Name).max(1000).optional(),
  when: Condition.optional(),
  forEach: ForEach.optional(),
  retries: z.int().min(0).max(WORKFLOW_LIMITS.retriesMax).optional(),
  timeoutSeconds: z.int().min(1).max(LIMITS.jobSecondsMax).optional(),
  /** `stop` (the default) cancels the rest of the workflow; `continue` runs nodes that do not depend on this node. */
  onFailure: z.enum(['stop', 'continue']).optional(),
})
export type WorkflowNode = z.infer<typeof WorkflowNode>

export const WorkflowDefinition = z
  .strictObject({
    $schema: z.string().max(500).optional(),
    version: z.literal(DEFINITION_VERSION),
    title: z.string().trim().min(1).max(200),
    description: z.string().max(10_000).optional(),
    /** A JSON Schema for each variable. The format `work-data` means that the value is the URL of work data. */
    variables: z
      .record(Name, z.record(z.string(), z.json()))
      .refine(
        (variables) => Object.keys(variables).length <= WORKFLOW_LIMITS.variablesMax,
        `A workflow can have up to ${WORKFLOW_LIMITS.variablesMax} variables.`,
      )
      .optional(),
    nodes: z.array(WorkflowNode).min(1).max(WORKFLOW_LIMITS.nodesMax),
    /** Named outputs, which the report lists first. */
    outputs: z.record(Name, z.strictObject({ node: Name, slot: z.string().min(1).max(100) })).optional(),
    /** Positions of nodes and notes, for the editor only. */
    layout: z
      .strictObject({
        nodes: z.record(Name, z.strictObject({ x: z.number(), y: z.number() })).optional(),
        notes: z
          .array(z.strictObject({ text: z.string().max(5000), x: z.number(), y: z.number() }))
          .max(500)
          .optional(),
      })
      .optional(),
  })
  .meta({ title: 'Millrace workflow definition' })
export type WorkflowDefinition = z.infer<typeof WorkflowDefinition>
