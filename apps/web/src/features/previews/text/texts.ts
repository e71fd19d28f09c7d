/* The texts of features/previews/text. */

export const wrapLines = 'Wrap lines'
export const copyText = 'Copy text'
export const shownAsText = (fault: string | number) => `${fault} Shown as text.`
export const textOf = (name: string | number) => `Text of ${name}`
export const moreCharacters = (count: string) => `${count} more characters not shown`
export const showingTheFirst = (text: string | number, bytesLeftOut: string | number) =>
  `Showing the first ${text}. ${bytesLeftOut} not shown`
