/* The texts of components/schema-form. */

export const appliesIf = (condition: string | number) => `Applies if ${condition}.`
export const thereIsNoColumn = (column: string | number, file: string | number) =>
  `There is no column \`${column}\` in ${file}. Choose another column.`
export const notSet = 'Not set'
export const changedResetToDefault = 'Changed. Reset to default'
export const fieldChangedResetToDefault = (label: string | number) => `${label} was changed. Reset to default`
export const parametersAsJson = 'Parameters as JSON'
export const parametersMustBeAnObject = 'Parameters must be a JSON object: { … }.'
export const unexpectedEndOfJson = 'Unexpected end of JSON. A bracket or quote may be missing.'
export const loadingForm = 'Loading form'
export const ofTheJson = (line: string | number) => `${line} of the JSON`
export const form = 'Form'
export const showParametersAs = 'Show parameters as'
export const removeRow = (index: string | number) => `Remove row ${index}`
export const add = 'Add'
export const changed = (given: string | number) => `${given} changed`
export const typeAndPressEnter = 'Type and press Enter'
export const typeAColumnNameAndPressEnter = 'Type a column name and press Enter'
export const noMatchingColumns = 'No matching columns'
export const showColumns = 'Show columns'
export const available = (count: string | number) => `${count} available`
export const noSuitableColumn = 'No suitable column'
export const columnName = 'Column name'
export const slider = (label: string | number) => `${label}, slider`
export const more = 'More'
export const less = 'Less'
export const firstRowsOfTheResult = 'First rows of the result'
export const result = 'Result'
export const fromTheFirstRows = (rows: string | number, rowsRead: string | number) =>
  `${rows}, from the first ${rowsRead} rows of each table`
export const theFirstRows = (rows: string | number) => `The first ${rows}`
export const runningTheQuery = 'Running the query…'
