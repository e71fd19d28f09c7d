/* The texts of features/processing-steps/list. */

export const whereStepsComeFrom = 'Workers register their steps when they connect. They appear here automatically.'
export const noStepsYet = 'No steps yet'
export const allCategories = 'All categories'
export const allTags = 'All tags'
export const processingSteps = 'Processing steps'
export const useThisStep = 'Use this step'
export const searchSteps = 'Search steps'
export const fits = 'Fits'
export const stepsAre = 'Steps are'
export const visibility = 'Visibility'
export const publicLabel = 'Public'
export const privateLabel = 'Private'
export const hiddenStepsAre = 'Hidden steps are'
export const deprecatedStepsAre = 'Deprecated steps are'
export const findWorkData = 'Find work data'
export const stepsCouldNotBeLoaded = 'Steps could not be loaded'
export const title = 'Title'
export const functionLabel = 'Function'
export const inputOutput = 'Input → output'
export const changed = 'Changed'
export const used14Days = 'Used, 14 days'
export const successMedian = 'Success, median'
export const olderVersions = 'Older versions'
export const tags = 'Tags'
export const hidden = 'hidden'
export const deprecated = 'deprecated'
export const useThisVersion = 'Use this version'
export const showSteps = 'Show steps'
export const all = 'All'
export const tableView = 'Table view'
export const cardView = 'Card view'
export const example = (title: string | number) => `Example: ${title}`
export const olderVersion = (title: string | number) => `${title}, older version`
export const deprecatedReplacedBy = (version: string | number) => `Deprecated, replaced by ${version}`
export const olderVersionsOf = (title: string | number) => `Older versions of ${title}`
export const searchingTheFirst = (searched: string | number, total: string | number) =>
  `Searching the first ${searched} of ${total} steps`
