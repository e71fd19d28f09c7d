import { lazy } from 'react'

/**
 * Several values as chips, added by typing or from a list: tags, columns, numbers. Fetched when one is wanted: the dialog
 * or panel around it waits, so that the focus finds the field there.
 */
export const ChipField = lazy(() => import('./chip-field-box.tsx').then((module) => ({ default: module.ChipFieldBox })))
