/* The texts of components/ui. */

export const selectAll = (total: string | number) => `Select all ${total}`
export const selected = (count: string | number) => `${count} selected`
export const selection = 'Selection'
export const removeNamed = (label: string | number) => `Remove ${label}`
export const noMatches = 'No matches'
export const resetColumns = 'Reset columns'
export const showOnlyThese = (columns: string | number) => `Show only these ${columns}`
export const moreColumns = (hidden: string | number) => `${hidden} more. Type part of a name to find them.`
export const findAColumn = 'Find a column'
export const columns = 'Columns'
export const copied = 'Copied'
export const chooseAnOrganization = 'Choose an organization'
export const organizationRequired = 'Choose an organization.'
export const copyHelp =
  'Its members can use the copy, which counts toward its storage. The original stays in your workspace.'
export const organization = 'Organization'
export const copy = 'Copy'
export const copyToAnOrganization = (name: string | number) => `Copy ${name} to an organization`
export const openCopy = 'Open copy'
export const copiedTo = (name: string | number) => `Copied to ${name}`
export const theListIsShorterNow = 'The list is shorter now.'
export const firstPage = 'First page'
export const thisPageIsEmpty = 'This page is empty'
export const copyError = 'Copy error'
export const showError = 'Show Error'
export const hideError = 'Hide Error'
export const tryAgain = 'Try again'
export const partOf = (part: string | number, parts: string | number) => `Part ${part} of ${parts}`
export const downloadAllData = 'Download all data'
export const removeFilter = (label: string | number) => `Remove filter ${label}`
export const clearFilters = 'Clear filters'
export const filter = 'Filter'
export const files = (count: string | number) => `${count} files`
export const showAll = 'Show all'
export const showLess = 'Show less'
export const openGroup = 'Open group'
export const hideAll = 'Hide all'
export const seeWhy = 'See why'
export const fixAll = 'Fix all'
export const details = 'Details'
export const tag = 'Tag'
export const tagsAnyOf = 'Tags any of'
export const tagsAllOf = 'Tags all of'
export const createdBefore = 'Created before'
export const createdAfter = 'Created after'
export const close = 'Close'
export const selectNamed = (name: string | number) => `Select ${name}`
export const exportAsCsv = 'Export as CSV'
export const exportedTheFirst = (written: string | number, total: string | number) =>
  `Exported the first ${written} of ${total} rows`
export const clearAll = 'Clear all'
export const keepOpen = 'Keep open'
export const owners = 'Owners'
export const noResultsFor = (words: string | number) => `No results for “${words}”`
export const nameOrEmail = 'Name or email'
export const findAnOwner = 'Find an owner'
export const ownerIs = 'Owner is'
export const loading = 'Loading'
export const usedUnlimited = (used: string | number) => `${used} used, unlimited`
export const unlimited = 'Unlimited'
export const grants = 'Grants'
export const upToAtOnce = (jobs: string | number) => `Up to ${jobs} at once`
export const runningJobs = 'Running jobs'
export const fileSize = 'File size'
export const storage = 'Storage'
export const selectAllOnPage = (what: string | number) => `Select all ${what} on this page`
export const saveView = 'Save view'
export const failedLastWeek = 'Failed last week'
export const nameOfTheView = 'Name of the view'
export const noSavedViews = 'No saved views. Save filters, order and columns under a name.'
export const deleteView = (name: string | number) => `Delete view ${name}`
export const savedViews = 'Saved views'
export const savedViewsCounted = (count: string | number) => `Saved views (${count})`
export const insert = (name: string | number) => `Insert ${name}`
export const tablesAndColumns = 'Tables and columns'
export const chooseDataToSeeTables = 'Choose data to see its tables and columns here.'
export const rowsPerPage = 'Rows per page'
export const perPage = (rows: string | number) => `${rows} per page`
export const nextPage = 'Next page'
export const previousPage = 'Previous page'
export const range = (from: string | number, to: string | number, total: string | number) => `${from}–${to} of ${total}`
export const removeTag = (tag: string | number) => `Remove tag ${tag}`
export const typeAtLeastOneTag = 'Type at least one tag.'
export const tags = 'Tags'
export const cancel = 'Cancel'
export const saveTags = 'Save tags'
export const tagsHelp = 'A word or key=value. Press Enter or comma to add one.'
export const editTags = 'Edit tags'
export const cardView = 'Card view'
export const gridView = 'Grid view'
export const tableView = 'Table view'
export const done = 'Done'
