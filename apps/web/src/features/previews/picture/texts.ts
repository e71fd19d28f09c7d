/* The texts of features/previews/picture, named after their first words. */

export const previousPage = 'Previous page'
export const nextPage = 'Next page'
export const thisImageCould = 'This image could not be displayed. Download it to view it.'
