import { createContext, type ReactNode, use } from 'react'
import type { ExecutionNode } from '#features/executions/executions.queries.ts'
import type { WorkDataDocument } from '#features/work-data/work-data.queries.ts'

/** The parts of the configurator that other features draw. */
export interface ConfiguratorViews {
  /** A node of an execution: its state, its jobs, why it failed. */
  node: (jobHref: string, node: ExecutionNode | undefined, now: Date) => ReactNode
  /** The content of a result. */
  file: (file: WorkDataDocument) => ReactNode
}

export const ConfiguratorViewsContext = createContext<ConfiguratorViews | undefined>(undefined)

/** The parts that other features draw. Undefined outside of the configurator. */
export function useConfiguratorViews(): ConfiguratorViews | undefined {
  return use(ConfiguratorViewsContext)
}
