export const fitWidth = 'Fit width'
export const searchThePages = 'Search pages'
export const pagesOf = 'Pages of {name}'
