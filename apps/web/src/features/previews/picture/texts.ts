export { imageNotShown, pixels } from '../texts.ts'

export const previousPage = 'Previous page'
export const nextPage = 'Next page'
export const compression = '{kind} compression'
