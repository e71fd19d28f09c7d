import { createContext } from 'react'

/**
 * The element that a preview's tools are rendered into instead of a toolbar above the preview, such as the right end of
 * a tab bar.
 */
export const ToolbarPlace = createContext<HTMLElement | undefined>(undefined)
