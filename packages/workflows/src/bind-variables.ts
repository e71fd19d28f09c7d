import type { Fault } from '@millrace/contracts/problems'
import { type Budget, BudgetUsedUp } from '@millrace/parameters/budget'
import { withDefaults } from '@millrace/parameters/defaults'
import { faultsOf } from '@millrace/parameters/faults'
import type { JsonSchema } from '@millrace/parameters/json-schema'
import { isRecord, pointerOf } from '@millrace/parameters/pointer'
import type { WorkflowDefinition } from './definition.ts'
import { definitionBudget, tooLong } from './validate.ts'
import { isWorkDataVariable } from './variables.ts'

export interface BoundVariables {
  values: Record<string, unknown>
  faults: Fault[]
}

/**
 * Assigns each variable its value or default. The pointer of a fault starts with the location of the variable. If the
 * check takes too long, returns a single fault with an empty pointer.
 */
export function bindVariables(
  definition: Pick<WorkflowDefinition, 'variables'>,
  given: Readonly<Record<string, unknown>>,
  budget = definitionBudget(),
): BoundVariables {
  try {
    const bound = bind(definition, given, budget)
    if (!budget.isUsedUp) return bound
  } catch (error) {
    if (!(error instanceof BudgetUsedUp)) throw error
  }
  return { values: {}, faults: [tooLong()] }
}

function bind(
  { variables = {} }: Pick<WorkflowDefinition, 'variables'>,
  given: Readonly<Record<string, unknown>>,
  budget: Budget,
): BoundVariables {
  const names = Object.keys(variables)
  const faults: Fault[] = Object.keys(given)
    .filter((name) => !Object.hasOwn(variables, name))
    .map((name) => ({ pointer: pointerOf(['variables', name]), message: unknownVariable(name, names) }))
  const values: [string, unknown][] = []
  for (const [name, variable] of Object.entries(variables)) {
    const schema = variable as JsonSchema
    const value = Object.hasOwn(given, name) ? withoutList(variable, given[name]) : schema.default
    const at = pointerOf(['variables', name])
    if (value === undefined) {
      faults.push({ pointer: at, message: `The variable “${name}” has no value.` })
      continue
    }
    const complete = withDefaults(schema, value, budget)
    values.push([name, complete])
    const found = faultsOf(schema, complete, { budget })
    faults.push(...found.map(({ pointer, message }) => ({ pointer: at + pointer, message })))
    const isNoFile = (url: unknown) => url !== null && typeof url !== 'string'
    if (found.length === 0 && isWorkDataVariable(variable) && [complete].flat().some(isNoFile))
      faults.push({ pointer: at, message: `The variable “${name}” needs the URL of work data.` })
  }
  return { values: Object.fromEntries(values), faults }
}

/** Replaces a list with its only file if the variable takes a single file. */
function withoutList(variable: Record<string, unknown>, value: unknown): unknown {
  if (!isWorkDataVariable(variable) || isRecord(variable.items) || !Array.isArray(value)) return value
  const [only, ...more] = value as unknown[]
  return typeof only === 'string' && more.length === 0 ? only : value
}

function unknownVariable(name: string, names: readonly string[]): string {
  if (names.length === 0) return `The workflow has no variables, but “${name}” was given.`
  return `The workflow has no variable “${name}”. It has ${names.map((one) => `“${one}”`).join(', ')}.`
}
