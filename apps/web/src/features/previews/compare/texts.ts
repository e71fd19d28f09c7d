/* The texts of features/previews/compare. */

export const columnsOfBothTables = 'Columns of both tables'
export const column = 'Column'
export const fact = 'Fact'
export const showOnlyColumnsThatDiffer = 'Show only columns that differ'
export const showWithoutDifferences = (columns: string | number) => `Show ${columns} without differences`
export const rowsThatDiffer = 'Rows that differ'
export const difference = 'Difference'
export const row = 'Row'
export const matchRowsBy = 'Match rows by'
export const detectedColumns = 'Detected columns'
export const position = 'Position'
export const wholeRow = 'Whole row'
export const positionNoKeyFound = 'Position (no key found)'
export const wholeRowNoKeyFound = 'Whole row (no key found)'
export const onlyTheFirstColumnsCompared = (count: string | number) =>
  `Only the first ${count} columns are compared here. The step Compare tables compares all of them.`
export const showRows = 'Show rows'
export const allColumns = 'All columns'
export const showMoreRows = 'Show more rows'
export const allDifferences = 'All differences'
export const changed = 'Changed'
export const added = 'Added'
export const removed = 'Removed'
export const detected = (columns: string | number) => `${columns} (detected)`
