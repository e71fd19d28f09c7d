import type { ExecutionNodeProperties } from '@millrace/contracts/executions'
import { createContext, use } from 'react'

/** The states of the nodes of the watched execution. */
export interface RunStates {
  nodes: ReadonlyMap<string, ExecutionNodeProperties>
  now: Date
}

/** The watched execution, if there is one. */
export const RunStatesContext = createContext<RunStates | undefined>(undefined)

/**
 * Returns a node of the watched execution and the current time. Undefined if no execution with this node is watched.
 */
export function useRunState(id: string): { node: ExecutionNodeProperties; now: Date } | undefined {
  const run = use(RunStatesContext)
  const node = run?.nodes.get(id)
  return run && node && { node, now: run.now }
}
