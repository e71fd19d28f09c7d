import { createValue } from './value.ts'

/** Whether the palette is open; anything may open it. */
export const paletteOpen = createValue(false)
