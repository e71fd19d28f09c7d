import { createValue } from './value.ts'

/** Whether the palette is open. Any component may open it. */
export const paletteOpen = createValue(false)

/** The initial search term of the palette, including what is typed while the palette is loading. */
export const typedAhead = createValue('')
