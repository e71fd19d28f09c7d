import type { ExecutionNodeProperties } from '@millrace/contracts/executions'
import { createContext, use } from 'react'

/** The state of each node of the watched execution. */
export interface RunStates {
  /** The nodes by id. */
  nodes: ReadonlyMap<string, ExecutionNodeProperties>
  now: Date
}

/** The execution that is watched, if there is one. */
export const RunStatesContext = createContext<RunStates | undefined>(undefined)

/** The node of the watched execution and the time, or undefined while none is watched. */
export function useRunState(id: string): { node: ExecutionNodeProperties; now: Date } | undefined {
  const run = use(RunStatesContext)
  const node = run?.nodes.get(id)
  return run && node && { node, now: run.now }
}
