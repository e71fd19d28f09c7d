/* The texts of features/workflows/canvas. */

export const noteWith = 'Note {text}'
export const note = 'Note'
export const runsOnACondition = 'Runs conditionally'
export const runsForEachItem = 'Runs for each item'
export const overview = 'Overview'
export const workData = 'work data'
export const oneFile = 'One file'
export const severalFiles = 'Several files'
export const fixedFile = 'Fixed file'
export const workflow = 'workflow'
export const version = 'v{version}'
