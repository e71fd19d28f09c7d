import type { WorkflowDefinition } from './definition.ts'
import { referencesOf } from './references.ts'

/** A dependency of the node `to` on the node `from`. Both are indexes in the definition. */
export interface Edge {
  from: number
  to: number
  /** Whether `to` uses results of `from`. If not, `to` only waits until `from` has ended. */
  uses: boolean
}

/** Returns the edges of a valid definition, at most one for each pair of nodes. */
export function edgesOf(definition: WorkflowDefinition): Edge[] {
  const indexes = new Map(definition.nodes.map(({ id }, index) => [id, index]))
  const edges = new Map<string, Edge>()
  for (const { from: user, to } of referencesOf(definition)) {
    const from = to.kind === 'node' ? indexes.get(to.id) : undefined
    if (user === undefined || from === undefined || to.kind !== 'node') continue
    const key = `${from} ${user}`
    const uses = !to.isOrderOnly || edges.get(key)?.uses === true
    edges.set(key, { from, to: user, uses })
  }
  return [...edges.values()]
}
