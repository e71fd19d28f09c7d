/* The texts of features/previews/table. */

export const selection = 'Selection'
export const selected = (rows: string | number, columns: string | number) => `${rows} × ${columns} selected`
export const copyCells = 'Copy cells'
export const clearSelection = 'Clear selection'
export const cell = 'Cell'
export const cellIsCut = (previewCellCharacters: string | number) =>
  `First ${previewCellCharacters} characters. Download the file to see the full text.`
export const copyShownText = 'Copy shown text'
export const copyCell = 'Copy cell'
export const closeCell = 'Close cell'
export const emptyText = 'Empty text'
export const tryAgain = 'Try again'
export const loadingStatistics = 'Loading statistics'
export const noValuesInTheseRows = 'No values in these rows'
export const histogramFromTo = (words: string | number, words2: string | number) =>
  `Histogram from ${words} to ${words2}`
export const yyyyMmDd = 'YYYY-MM-DD'
export const apply = 'Apply'
export const enterDatesOrTimes = 'Enter dates or times, such as 2024-03-01 or 2024-03-01 14:30.'
export const comparison = 'Comparison'
export const text = 'Text'
export const ignoreCase = 'Ignore case'
export const inTheFirstRows = (rows: string | number) => `In the first ${rows} rows`
export const filterAndStatisticsOf = (name: string | number) => `Filter and statistics of ${name}`
export const filter = (name: string | number) => `Filter ${name}`
export const filterAndStatistics = 'Filter and statistics'
export const missingValues = 'Missing values'
export const all = 'All'
export const notMissing = 'Not missing'
export const missing = 'Missing'
export const clearThisFilter = 'Clear this filter'
export const mostFrequentValues = 'Most frequent values'
export const values = 'Values'
export const findAValue = 'Find a value'
export const noValueContains = (valuesWith: string | number) => `No value contains “${valuesWith}”.`
export const row = 'Row'
export const filters = 'Filters'
export const ignoringCase = 'ignoring case'
export const onlyTheStart = (message: string | number) => `Only the start of the file is shown. ${message}`
export const findInTheTable = 'Find in the table'
export const ofColumns = (count: string | number, count2: string | number) => `${count} of ${count2} columns`
export const columns = 'Columns'
export const rowsCouldNotBeLoaded = 'Rows could not be loaded'
export const rowsOf = (name: string | number) => `Rows of ${name}`
export const noRowsMatchTheFilters = 'No rows match the filters.'
export const thisTableHasNoRows = 'This table has no rows.'
export const showAllRows = 'Show all rows'
export const searching = 'Searching…'
export const noRowsLoaded = 'No rows loaded'
export const noMatchingRows = 'No matching rows'
export const noRows = 'No rows.'
export const selectionTooLarge = (rowsmax: string | number, cellsmax: string | number) =>
  `Select at most ${rowsmax} rows and ${cellsmax} cells to copy.`
export const theCellsCouldNotBeCopied = 'The cells could not be copied'
export const rows = 'Rows'
export const matchingRows = 'Matching rows'
export const more = (count: string | number) => `${count} more`
export const distinctValues = (count: string | number) => `${count} distinct values`
export const readingTheWholeFile = 'Reading the whole file'
