import type { JsonSchema } from '@millrace/parameters/json-schema'
import { inputKey } from '@millrace/workflows/graph'
import { type Draft, type Edit, freeName, type Place, type WorkflowNode, withLayout } from './draft.ts'
import { removeKeys } from './edit-nodes.ts'
import { rewriteReferences } from './references.ts'

export type VariableSchema = NonNullable<Draft['variables']>[string]
type Binding = NonNullable<WorkflowNode['parameters']>[string]

export function nextVariable(draft: Draft, base: string): string {
  return freeName(base, new Set(Object.keys(draft.variables ?? {})))
}

/** Adds a variable, or changes the schema of an existing one. */
export function setVariable(name: string, schema: VariableSchema): Edit {
  return (draft) => ({ ...draft, variables: { ...draft.variables, [name]: schema } })
}

/** Returns the schema of a variable that replaces the constant of a parameter. The constant becomes the default. */
export function variableOf(field: JsonSchema, label: string, constant: unknown): VariableSchema {
  const {
    'x-group': _group,
    'x-applies-if': _applies,
    'x-column-of': _of,
    'x-column-kind': _kind,
    'x-sheet-of': _sheet,
    ...rest
  } = field
  const preset = constant === undefined ? rest.default : constant
  return JSON.parse(JSON.stringify({ ...rest, title: label, ...(preset !== undefined && { default: preset }) }))
}

/** Adds a workflow input: a variable for work data, which may be placed at a position on the canvas. */
export function addInput(name: string, at: Place | undefined, schema: VariableSchema = WORK_DATA): Edit {
  return (draft) => {
    const next = setVariable(name, schema)(draft)
    if (!at) return next
    const place = { x: Math.round(at.x), y: Math.round(at.y) }
    return withLayout(next, { ...next.layout, nodes: { ...next.layout?.nodes, [inputKey(name)]: place } })
  }
}

const WORK_DATA: VariableSchema = { type: 'string', format: 'work-data' }

/** Changes the name of a variable, and all references to the variable. Does nothing if the new name is taken. */
export function renameVariable(name: string, next: string): Edit {
  return (draft) => {
    const variables = draft.variables ?? {}
    if (next === name || Object.hasOwn(variables, next)) return draft
    const renamed = Object.entries(variables).map(([key, schema]) => [key === name ? next : key, schema] as const)
    const rewritten = rewriteReferences(draft, (reference) =>
      reference.variable === name ? { ...reference, variable: next } : reference,
    )
    const { [inputKey(name)]: place, ...places } = draft.layout?.nodes ?? {}
    return withLayout(
      { ...rewritten, variables: Object.fromEntries(renamed) },
      { ...draft.layout, nodes: place ? { ...places, [inputKey(next)]: place } : places },
    )
  }
}

/** Removes a variable, and all bindings to it. */
export function removeVariable(name: string): Edit {
  return (draft) => {
    const freed = rewriteReferences(draft, (reference) => (reference.variable === name ? undefined : reference))
    const { [name]: _removed, ...variables } = freed.variables ?? {}
    const { variables: _before, ...rest } = freed
    const left = Object.keys(variables).length > 0 ? { ...rest, variables } : rest
    return removeKeys([inputKey(name)])(left)
  }
}

/** Binds a parameter of a node. If the binding is undefined, the step's default is used. */
export function bindParameter(id: string, name: string, binding: Binding | undefined): Edit {
  return (draft) => ({
    ...draft,
    nodes: draft.nodes.map((node) => {
      if (node.id !== id) return node
      const { parameters: before = {}, ...rest } = node
      const { [name]: _before, ...others } = before
      const parameters = binding ? { ...before, [name]: binding } : others
      return Object.keys(parameters).length > 0 ? { ...rest, parameters } : rest
    }),
  })
}
