/* The texts of features/workflows/canvas. */

export const noteWith = 'Note {text}'
export const note = 'Note'
export const runsOnACondition = 'Runs conditionally'
export const runsForEachItem = 'Runs for each item'
export const overview = 'Overview'
