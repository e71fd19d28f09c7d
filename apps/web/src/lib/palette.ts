import { createValue } from './value.ts'

/** Whether the palette is open; anything may open it. */
export const paletteOpen = createValue(false)

/** What the palette opens with, and what is typed while it is still loading. */
export const typedAhead = createValue('')
