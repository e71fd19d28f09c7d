/* The texts of features/previews/json. */

export { loading } from '../texts.ts'

export const copyPath = 'Copy path {path}'
export const pathCopied = 'Path copied'
export const searchTheTree = 'Search the tree'
export const searchWhatIsOpen = 'Search open rows'
export const expandAll = 'Expand all'
export const collapseAll = 'Collapse all'
export const copyAll = 'Copy JSON'
export const contentOf = 'Content of {name}'
export const showingTheFirst = 'The first {shown} of {size} are shown.'
export const notLoaded = '{message} Open this row to try again.'
export const treeUpToTheFault = '{fault} The tree shows the values before the error.'
export const listOf = 'List of {values}'
export const objectWith = 'Object with {keys}'
export const singleValue = 'Single value'
