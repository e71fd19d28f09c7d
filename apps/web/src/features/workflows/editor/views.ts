import { createContext, type ReactNode, use } from 'react'
import type { ExecutionNode } from '#features/executions/executions.queries.ts'
import type { WorkDataDocument } from '#features/work-data/work-data.queries.ts'

/** The parts of the configurator that other features render. */
export interface ConfiguratorViews {
  /** Renders a node of an execution: its state, its jobs, and why it failed. */
  node: (jobHref: string, node: ExecutionNode | undefined, now: Date) => ReactNode
  file: (file: WorkDataDocument) => ReactNode
}

export const ConfiguratorViewsContext = createContext<ConfiguratorViews | undefined>(undefined)

/** Returns the parts that other features render. Undefined outside of the configurator. */
export function useConfiguratorViews(): ConfiguratorViews | undefined {
  return use(ConfiguratorViewsContext)
}
