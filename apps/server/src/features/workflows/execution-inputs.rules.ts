import { EXECUTION_INPUTS_MAX } from '@millrace/contracts/executions'
import type { WorkflowDefinition } from '@millrace/workflows/definition'
import { referencesOf } from '@millrace/workflows/references'
import { isWorkDataVariable } from '@millrace/workflows/variables'
import { DEFINITION_SLOT, runsWorkflow } from '@millrace/workflows/workflow-step'
import { workDataIdOf } from '#links.ts'

/** Work data from outside the workflow, and the nodes that read it. */
export interface InputOfNodes {
  /** The title of the variable, if a variable contains the files. */
  title: string | null
  fileIds: string[]
  nodeIds: string[]
}

/**
 * Returns the work data that nodes read from outside the workflow. Each variable forms a group. Files that the
 * definition names are grouped by the nodes that read them. Returns an empty list if there are too many groups to draw.
 */
export function inputsOf(definition: WorkflowDefinition, variables: Record<string, unknown>): InputOfNodes[] {
  const users = Map.groupBy(readsOf(definition), ({ source }) => source)
  const fromVariables = Object.entries(definition.variables ?? {}).flatMap(([name, schema]) => {
    const fileIds = isWorkDataVariable(schema) ? [variables[name] ?? []].flat().flatMap(idOf) : []
    const nodeIds = idsOf(users.get(`variable ${name}`))
    if (fileIds.length === 0 || nodeIds.length === 0) return []
    return [{ title: typeof schema.title === 'string' ? schema.title : name, fileIds, nodeIds }]
  })
  const named = [...users].flatMap(([source, reads]) => {
    const [fileId] = source.startsWith('variable ') ? [] : idOf(source)
    return fileId === undefined ? [] : [{ fileId, nodeIds: idsOf(reads) }]
  })
  const alike = [...Map.groupBy(named, ({ nodeIds }) => nodeIds.join()).values()]
  const inputs = [
    ...fromVariables,
    ...alike.map((files) => ({
      title: null,
      fileIds: files.map(({ fileId }) => fileId),
      nodeIds: files[0]?.nodeIds ?? [],
    })),
  ]
  return inputs.length > EXECUTION_INPUTS_MAX ? [] : inputs
}

/** Returns the variables and URLs that each node reads, except the definitions of nested workflows. */
function readsOf(definition: WorkflowDefinition): { source: string; nodeId: string }[] {
  return referencesOf(definition).flatMap(({ from, to, pointer }) => {
    const node = from === undefined ? undefined : definition.nodes[from]
    if (!node || (runsWorkflow(node) && pointer.split('/')[4] === DEFINITION_SLOT)) return []
    if (to.kind === 'variable') return [{ source: `variable ${to.name}`, nodeId: node.id }]
    return to.kind === 'workData' ? [{ source: to.url, nodeId: node.id }] : []
  })
}

function idsOf(reads: readonly { nodeId: string }[] = []): string[] {
  return [...new Set(reads.map(({ nodeId }) => nodeId))]
}

function idOf(url: unknown): string[] {
  const id = typeof url === 'string' ? workDataIdOf(url) : undefined
  return id === undefined ? [] : [id]
}

/** Returns the URLs of work data that a variable contains. */
export function workDataOf(
  { variables = {} }: Pick<WorkflowDefinition, 'variables'>,
  values: Readonly<Record<string, unknown>>,
  name: string,
): string[] {
  const schema = Object.hasOwn(variables, name) ? variables[name] : undefined
  if (!schema || !isWorkDataVariable(schema)) return []
  return [values[name]].flat().filter((value): value is string => typeof value === 'string')
}
