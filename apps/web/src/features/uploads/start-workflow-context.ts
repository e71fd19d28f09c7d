import { createContext, type ReactNode } from 'react'
import type { WorkDataDocument } from '#features/work-data/work-data.queries.ts'

/** Renders a panel that asks for the variables of a workflow and then starts the workflow. Provided by the route. */
type StartWorkflow = (file: WorkDataDocument, onClose: () => void) => ReactNode

export const StartWorkflowContext = createContext<StartWorkflow | undefined>(undefined)
