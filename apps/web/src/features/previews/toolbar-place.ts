import { createContext } from 'react'

/** Where the tools of a preview are drawn instead of in a line of their own, such as at the right end of tabs. */
export const ToolbarPlace = createContext<HTMLElement | undefined>(undefined)
