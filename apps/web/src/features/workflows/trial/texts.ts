/* The texts of features/workflows/trial, named after their first words. */

export const tryThisStep = 'Try this step'
export const chooseData = 'Choose data'
export const toTry = (name: string | number) => `${name} to try`
export const tryIt = 'Try it'
export const resultOfTheTry = 'Result of the try'
export const openJob = 'Open job'
export const chooseDataForFirst = (name: string | number) => `Choose data for ${name} first`
export const enterTheValuesFirst = 'Enter the values first'
export const tryLabel = (titleOf: string | number) => `Try: ${titleOf}`
