import type { ExecutionNodeProperties } from '@millrace/contracts/executions'
import { createContext, use } from 'react'

export type RunStates = ReadonlyMap<string, ExecutionNodeProperties> | undefined

/** While an execution is watched: its nodes by id. */
export const RunStatesContext = createContext<RunStates>(undefined)

/** The node of the watched execution, or undefined while none is watched. */
export function useRunState(id: string): ExecutionNodeProperties | undefined {
  return use(RunStatesContext)?.get(id)
}
