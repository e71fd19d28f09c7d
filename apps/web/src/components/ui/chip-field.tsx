import { lazy } from 'react'

/** Loads `ChipFieldBox` on demand. The dialog or panel is suspended until then, so that it can focus the field. */
export const ChipField = lazy(() => import('./chip-field-box.tsx').then((module) => ({ default: module.ChipFieldBox })))
