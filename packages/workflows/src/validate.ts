import type { Fault } from '@millrace/contracts/problems'
import { Budget } from '@millrace/parameters/budget'
import { ownValue, pointerOf } from '@millrace/parameters/pointer'
import { schemaFault } from '@millrace/parameters/usable-schema'
import { conditionFaults } from './check-conditions.ts'
import { referenceFaults } from './check-references.ts'
import { checkStep } from './check-step.ts'
import { WORKFLOW_LIMITS, type WorkflowDefinition, type WorkflowNode } from './definition.ts'
import { listFault } from './list-fault.ts'
import { orderOf } from './order.ts'
import { readDefinition } from './read-definition.ts'
import { readablePart } from './readable-part.ts'
import { type Reference, referencesOf } from './references.ts'
import { isRange, newestInRange, type StepVersion } from './steps.ts'
import { typeText } from './types-fit.ts'
import { isWorkDataVariable } from './variables.ts'
import { type LinkedWorkflows, linkedWorkflow, runsWorkflow, workflowStep } from './workflow-step.ts'

/**
 * Budget for checking all schemas and values in a definition. Using it up takes about a second. 10,000 typical nodes
 * need a tenth of it.
 */
const CHECK_STEPS = 10_000_000

const TOO_LONG = 'Checking this workflow takes too long. Use simpler schemas, and shorter strings and lists.'

const NO_WORKFLOWS: LinkedWorkflows = new Map()

/** Maximum number of nodes in a message about a cycle. */
const CYCLE_NAMES = 8

export interface Validation<Step extends StepVersion = StepVersion> {
  /** Undefined if the document, or a part of it, can’t be read as a definition. */
  definition: WorkflowDefinition | undefined
  /** The step version that each node runs, by node id. */
  steps: ReadonlyMap<string, Step>
  faults: Fault[]
}

/**
 * Checks a workflow definition and reports all its faults. If some parts of the document can’t be read, the rest is
 * still checked. `steps` are the versions that the owner may run, and `workflows` the workflows that the definition
 * runs. The time is linear in the size of the document, apart from the checks of schemas, which the budget limits.
 */
export function validateWorkflow<Step extends StepVersion>(
  document: unknown,
  steps: readonly Step[],
  { budget = definitionBudget(), workflows = NO_WORKFLOWS }: { budget?: Budget; workflows?: LinkedWorkflows } = {},
): Validation<Step> {
  const { definition, faults, unreadable } = readDefinition(document)
  if (definition) return checked(definition, steps, { budget, workflows })
  const part = unreadable && readablePart(document, unreadable)
  const others = part ? part.certain(checked(part.definition, steps, { budget, workflows }).faults) : []
  return { definition, steps: new Map(), faults: [...faults, ...others] }
}

function checked<Step extends StepVersion>(
  definition: WorkflowDefinition,
  versions: readonly Step[],
  { budget, workflows }: { budget: Budget; workflows: LinkedWorkflows },
): Validation<Step> {
  const { steps, faults: missing } = chooseSteps(definition, versions)
  for (const node of definition.nodes.filter(runsWorkflow)) {
    const step = steps.get(node.id)
    const workflow = workflows.get(linkedWorkflow(node) ?? '')
    if (step) steps.set(node.id, workflowStep(step, { node, workflow, budget }))
  }
  const stepOf = (id: string) => steps.get(id)
  const of = { definition, steps }
  const references = referencesOf(definition)
  if (references.length > WORKFLOW_LIMITS.referencesMax) {
    const message = `The workflow has ${references.length} references. The limit is ${WORKFLOW_LIMITS.referencesMax}.`
    return { ...of, faults: [{ pointer: '/nodes', message }, ...duplicateFaults(definition), ...missing] }
  }
  const schemas = schemaFaults(definition, budget)
  const faults = [
    ...duplicateFaults(definition),
    ...referenceFaults(definition, references, stepOf),
    ...conditionFaults(definition),
    ...orderFaults(definition, references),
    ...repetitionFaults(definition),
    ...missing,
  ]
  const { variables } = definition
  const ofSteps = definition.nodes.flatMap((node, index) => {
    const step = steps.get(node.id)
    return step && !budget.isUsedUp ? checkStep(node, ['nodes', index], { step, stepOf, variables, budget }) : []
  })
  return { ...of, faults: budget.isUsedUp ? [tooLong(), ...faults] : [...schemas, ...faults, ...ofSteps] }
}

/**
 * Returns the budget for checking one definition or its start parameters. If `among` checks share the budget, returns
 * the share of one check.
 */
export function definitionBudget(among = 1): Budget {
  return new Budget(Math.floor(CHECK_STEPS / among))
}

/** Returns the fault of a definition whose check has used up its budget. */
export function tooLong(): Fault {
  return { pointer: '', message: TOO_LONG }
}

function schemaFaults({ variables = {} }: WorkflowDefinition, budget: Budget): Fault[] {
  return Object.entries(variables).flatMap(([name, schema]) => {
    const message = budget.isUsedUp ? undefined : schemaFault(schema, budget)
    return message === undefined ? [] : [{ pointer: pointerOf(['variables', name]), message }]
  })
}

function duplicateFaults({ nodes }: WorkflowDefinition): Fault[] {
  const ids = new Set<string>()
  return nodes.flatMap(({ id }, index) => {
    const isDuplicate = ids.has(id)
    ids.add(id)
    const pointer = pointerOf(['nodes', index, 'id'])
    return isDuplicate ? [{ pointer, message: `Another node also has the ID “${id}”.` }] : []
  })
}

/** Checks that `forEach` has a list. Lists that nodes return are checked while the workflow runs. */
function repetitionFaults({ nodes, variables = {} }: WorkflowDefinition): Fault[] {
  return nodes.flatMap(({ forEach }, index) => {
    const { value = [], variable } = forEach ?? {}
    const pointer = (key: string) => pointerOf(['nodes', index, 'forEach', key])
    const listed = listFault(value)
    if (listed !== undefined) return [{ pointer: pointer('value'), message: listed }]
    const schema = variable === undefined ? undefined : ownValue(variables, variable)
    if (typeof schema?.type !== 'string' || schema.type === 'array' || isWorkDataVariable(schema)) return []
    const message = `“For each item” needs a list, but the variable “${variable}” is ${typeText(schema)}.`
    return [{ pointer: pointer('variable'), message }]
  })
}

function orderFaults({ nodes }: WorkflowDefinition, references: readonly Reference[]): Fault[] {
  const indexes = new Map(nodes.map(({ id }, index) => [id, index]))
  const dependencies = nodes.map(() => new Set<number>())
  for (const { from, to } of references) {
    const other = to.kind === 'node' ? indexes.get(to.id) : undefined
    if (from !== undefined && other !== undefined) dependencies[from]?.add(other)
  }
  const { cycles, blocked } = orderOf(dependencies.map((set) => [...set]))
  const name = (index: number) => `“${nodes[index]?.id}”`
  return [
    ...cycles.map((cycle) => ({
      pointer: pointerOf(['nodes', cycle[0] ?? 0]),
      message: cycleMessage(cycle.map(name)),
    })),
    ...blocked.map((index) => ({
      pointer: pointerOf(['nodes', index]),
      message: `${name(index)} never starts, because it waits for nodes that wait for each other.`,
    })),
  ]
}

function cycleMessage(names: readonly string[]): string {
  if (names.length === 1) return `${names[0]} waits for itself.`
  const shown = names.slice(0, CYCLE_NAMES)
  const more = names.length > shown.length ? ` … (${names.length.toLocaleString('en')} nodes)` : ''
  return `These nodes wait for each other: ${[...shown, ...(more ? [] : names.slice(0, 1))].join(' → ')}${more}.`
}

function chooseSteps<Step extends StepVersion>({ nodes }: WorkflowDefinition, versions: readonly Step[]) {
  const byFunction = Map.groupBy(versions, ({ functionName }) => functionName)
  const newest = new Map<string, Step | undefined>()
  const steps = new Map<string, Step>()
  const faults: Fault[] = []
  for (const [index, { id, step }] of nodes.entries()) {
    const key = `${step.function} ${step.version ?? ''}`
    const all = byFunction.get(step.function) ?? []
    if (!newest.has(key)) newest.set(key, newestInRange(all, step.version))
    const found = newest.get(key)
    if (found) steps.set(id, found)
    else faults.push(missingStep(step, all, index))
  }
  return { steps, faults }
}

function missingStep(step: WorkflowNode['step'], all: readonly StepVersion[], index: number): Fault {
  if (all.length === 0) {
    const message = `There is no processing step “${step.function}”.`
    return { pointer: pointerOf(['nodes', index, 'step', 'function']), message }
  }
  const pointer = pointerOf(['nodes', index, 'step', 'version'])
  if (!isRange(step.version ?? '*'))
    return { pointer, message: `“${step.version}” is neither a version nor a version range.` }
  const present = all.map(({ version }) => version).join(', ')
  return { pointer, message: `No version of ${step.function} is in the range ${step.version}. Available: ${present}.` }
}
