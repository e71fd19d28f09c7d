import { lazy } from 'react'

/**
 * Several values as chips, added by typing or from a list: tags, columns, numbers. Loaded on demand. The surrounding
 * dialog or panel is suspended until then, so that it can focus the field when it opens.
 */
export const ChipField = lazy(() => import('./chip-field-box.tsx').then((module) => ({ default: module.ChipFieldBox })))
