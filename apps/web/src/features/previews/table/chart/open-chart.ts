import type { PreviewColumn } from '@millrace/contracts/previews'
import { createContext } from 'react'

/** Opens a chart of a column of the displayed table. */
export const OpenChart = createContext<((column: PreviewColumn) => void) | undefined>(undefined)
