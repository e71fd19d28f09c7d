import type { WorkflowDefinition } from './definition.ts'
import { referencesOf } from './references.ts'
import { isWorkDataVariable } from './variables.ts'

/** A node in the picture: a node of the workflow (`step`), or a variable that holds work data (`input`). */
export interface GraphNode {
  /** The id of the node, or `variable-<name>` for a variable. Also the key in `layout.nodes`. */
  key: string
  kind: 'step' | 'input'
  title: string
  /** The function that the node runs. Undefined for an input. */
  functionName: string | undefined
  repeats: boolean
  index: number
}

/** An edge in the picture, identified by the keys of two nodes. */
export interface GraphEdge {
  from: string
  /** The output slot. Undefined if the edge starts at an input, passes a returned value or only sets the order. */
  slot: string | undefined
  to: string
  /**
   * The input slot that receives work data. Undefined if the edge passes a value, feeds `forEach` or a condition, or
   * only sets the order.
   */
  input: string | undefined
  /** JSON pointer to the reference to `from` in the definition. */
  pointer: string
}

export interface WorkflowGraph {
  nodes: GraphNode[]
  edges: GraphEdge[]
}

const INPUT_PREFIX = 'variable-'

/** Returns the key of a variable in the picture and in `layout.nodes`. */
export function inputKey(variable: string): string {
  return `${INPUT_PREFIX}${variable}`
}

/** Returns the variable with this key, or undefined for the key of a node. */
export function variableOfKey(key: string, { variables = {} }: Pick<WorkflowDefinition, 'variables'>) {
  const name = key.startsWith(INPUT_PREFIX) ? key.slice(INPUT_PREFIX.length) : undefined
  return name !== undefined && Object.hasOwn(variables, name) ? name : undefined
}

/** Returns the graph of dependencies, for drawing. References to missing targets are left out. */
export function graphOf(definition: WorkflowDefinition): WorkflowGraph {
  const { nodes, variables = {} } = definition
  const inputs = Object.entries(variables).filter(([, schema]) => isWorkDataVariable(schema))
  const drawn: GraphNode[] = [
    ...inputs.map(([name, { title }], index) => ({
      key: inputKey(name),
      kind: 'input' as const,
      title: typeof title === 'string' && title !== '' ? title : name,
      functionName: undefined,
      repeats: false,
      index,
    })),
    ...nodes.map((node, index) => ({
      key: node.id,
      kind: 'step' as const,
      title: node.title ?? node.id,
      functionName: node.step.function,
      repeats: node.forEach !== undefined,
      index,
    })),
  ]
  const keys = new Set(drawn.map(({ key }) => key))
  const edges = referencesOf(definition).flatMap(({ pointer, from, to }): GraphEdge[] => {
    const target = from === undefined ? undefined : nodes[from]
    if (!target || to.kind === 'item' || to.kind === 'workData') return []
    const source = to.kind === 'node' ? to.id : inputKey(to.name)
    if (!keys.has(source)) return []
    const [, , , group, input] = pointer.split('/')
    const slot = to.kind === 'node' ? to.slot : undefined
    return [{ from: source, slot, to: target.id, input: group === 'inputs' ? unescaped(input) : undefined, pointer }]
  })
  return { nodes: drawn, edges }
}

function unescaped(part: string | undefined): string | undefined {
  return part?.replaceAll('~1', '/').replaceAll('~0', '~')
}
