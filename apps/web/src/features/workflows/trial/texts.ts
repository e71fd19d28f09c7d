/* The texts of features/workflows/trial. */

export const tryThisStep = 'Try this step'
export const chooseData = 'Choose data'
export const toTry = '{name} in the trial run'
export const tryIt = 'Try it'
export const trialResult = 'Trial result'
export const openJob = 'Open job'
export const chooseDataForFirst = 'Choose data for {name} first'
export const enterTheValuesFirst = 'Enter the values first'
export const tryNamed = 'Try: {title}'
