import { createValue } from './value.ts'

/** Whether the palette is open; anything may open it. */
export const paletteOpen = createValue(false)

/** What was typed while the palette was still loading. */
export const typedAhead = createValue('')
