/* The texts of features/previews/json. */

export const copyPath = (pathText: string | number) => `Copy path ${pathText}`
export const pathCopied = 'Path copied'
export const contentOf = (name: string | number) => `Content of ${name}`
export const showingOnlyTheStart = (bytesLeftOut: string | number) =>
  `Showing the start of the file. ${bytesLeftOut} not shown`
export const listOf = (values: string | number) => `List of ${values}`
export const objectWith = (keys: string | number) => `Object with ${keys}`
export const singleValue = 'Single value'
