/* The texts of features/workflows/canvas, named after their first words. */

export const note = (text: string | number) => `Note ${text}`
export const noteText = 'Note'
export const runsOnACondition = 'Runs on a condition'
export const runsForEachItem = 'Runs for each item'
export const overview = 'Overview'
