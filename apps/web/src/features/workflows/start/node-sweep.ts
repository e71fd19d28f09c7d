import type { JsonSchema } from '@millrace/parameters/json-schema'
import { ownValue } from '@millrace/parameters/pointer'
import type { Draft } from '../document/draft.ts'
import {
  bindParameter,
  nextVariable,
  setVariable,
  type VariableSchema,
  variableOf,
} from '../document/edit-variables.ts'
import type { KnownSteps } from '../known-steps.ts'

/** A parameter of a node that a sweep can vary although no variable of the workflow sets it. */
export interface NodeParameter {
  node: string
  parameter: string
  /**
   * Name of the variable that replaces the parameter's constant in the swept definition. `schema` is the variable's
   * schema.
   */
  variable: string
  schema: VariableSchema
}

/** Returns those parameters of the nodes that are constants or defaults, in the order of the nodes. */
export function nodeParameters(draft: Draft, steps: Pick<KnownSteps, 'stepOf'>): NodeParameter[] {
  let named = draft
  return draft.nodes.flatMap((node) => {
    const { id, title, parameters = {} } = node
    const known = steps.stepOf(node)
    const fields = Object.entries(known?.version.parameters?.properties ?? {})
    const nodeTitle = title ?? known?.document.properties.Title ?? id
    return fields.flatMap(([parameter, field]) => {
      const bound = ownValue(parameters, parameter)
      if (bound !== undefined && bound.value === undefined) return []
      const variable = nextVariable(named, `${id}_${parameter}`.slice(0, NAME_MAX))
      const schema = variableOf(field as JsonSchema, `${nodeTitle}: ${field.title ?? parameter}`, bound?.value)
      named = setVariable(variable, schema)(named)
      return [{ node: id, parameter, variable, schema }]
    })
  })
}

/** Maximum length of a name before a number is appended to make it unique. */
const NAME_MAX = 90

/** Returns the workflow with variables in place of the swept parameters. */
export function withVariables(draft: Draft, swept: readonly NodeParameter[]): Draft {
  return swept.reduce(
    (before, { node, parameter, variable, schema }) =>
      bindParameter(node, parameter, { variable })(setVariable(variable, schema)(before)),
    draft,
  )
}
