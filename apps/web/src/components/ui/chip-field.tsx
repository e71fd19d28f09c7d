import { lazy } from 'react'

/**
 * Loads `ChipFieldBox` on demand. Until the code is loaded, the dialog or panel around the field is suspended, so that
 * the dialog or panel can focus the field when it opens.
 */
export const ChipField = lazy(() => import('./chip-field-box.tsx').then((module) => ({ default: module.ChipFieldBox })))
