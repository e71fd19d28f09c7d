/* The texts of features/previews/pdf. */

export const fitWidth = 'Fit width'
export const searchThePages = 'Search the document'
export const pagesOf = 'Pages of {name}'
