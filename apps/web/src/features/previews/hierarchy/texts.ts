/* The texts of features/previews/hierarchy. */

export const attributesOfTheFile = 'Attributes of the file'
export const findAGroupOrDataSet = 'Find a group or data set'
export const name = 'Name'
export const type = 'Type'
export const shape = 'Shape'
export const contentsOf = (name: string | number) => `Contents of ${name}`
export const noGroupsOrDataSets = 'No groups or data sets'
export const allContents = 'All contents'
export const contentOf = (path: string | number) => `Content of ${path}`
export const attributes = 'Attributes'
export const none = 'None'
export const valuesOf = (path: string | number) => `Values of ${path}`
export const values = 'Values'
export const row = 'Row'
