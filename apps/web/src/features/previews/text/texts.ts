/* The texts of features/previews/text. */

export const wrapLines = 'Wrap lines'
export const format = 'Format'
export const formatHelp = 'Shows one element per line'
export const searchTheText = 'Search the text'
export const copyText = 'Copy text'
export const shownAsText = '{fault} Shown as text.'
export const textOf = 'Text of {name}'
export const moreCharacters = '{count} more characters not shown'
export const showingTheFirst = 'Showing the first {size}. {rest} not shown'
export const showingLinesFrom = '{lines}, starting at {size}'
export const previousPart = 'Previous part'
export const nextPart = 'Next part'
