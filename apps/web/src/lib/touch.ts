/** Matches on touch screens. Same as the `touch` variant of the style sheet. */
export const touch = matchMedia('(pointer: coarse)')
