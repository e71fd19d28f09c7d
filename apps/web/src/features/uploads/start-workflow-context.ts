import { createContext, type ReactNode } from 'react'
import type { WorkDataDocument } from '#features/work-data/work-data.queries.ts'

/** Asks for the variables of a workflow and starts it; provided by the route. */
type StartWorkflow = (file: WorkDataDocument, onClose: () => void) => ReactNode

export const StartWorkflowContext = createContext<StartWorkflow | undefined>(undefined)
