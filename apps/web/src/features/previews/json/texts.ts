/* The texts of features/previews/json. */

export const copyPath = 'Copy path {path}'
export const pathCopied = 'Path copied'
export const contentOf = 'Content of {name}'
export const showingOnlyTheStart = 'Showing the start of the file. {size} not shown'
export const listOf = 'List of {values}'
export const objectWith = 'Object with {keys}'
export const singleValue = 'Single value'
