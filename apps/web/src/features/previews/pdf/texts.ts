/* The texts of features/previews/pdf. */

export const zoomOut = 'Zoom out'
export const zoomIn = 'Zoom in'
export const fitWidth = 'Fit width'
export const searchThePages = 'Search the document'
export const previousMatch = 'Previous match'
export const nextMatch = 'Next match'
export const noMatches = 'No matches'
export const pagesOf = 'Pages of {name}'
export const searching = 'Searching…'
