import type { PreviewColumn } from '@millrace/contracts/previews'
import { createContext } from 'react'

/** Draws a column of the table that is shown. */
export const OpenChart = createContext<((column: PreviewColumn) => void) | undefined>(undefined)
