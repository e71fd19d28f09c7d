/* The texts of features/previews/picture. */

export const previousPage = 'Previous page'
export const nextPage = 'Next page'
export const imageNotShown = 'This image could not be displayed. Download it to view it.'
export const compression = '{kind} compression'
export const pixels = '{width} × {height} pixels'
