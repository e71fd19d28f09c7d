export const COMPARE_TEXTS = {
  title: 'Compare jobs',
  sameParameters: 'Both jobs used the same parameters.',
  sameLog: 'Both logs have the same lines.',
  noLog: 'No log output.',
  logCut: (lines: string) => `Only the last ${lines} of each log are compared.`,
  noResults: 'Neither job wrote any files.',
  differs: 'differs',
  identical: 'Both files have the same content.',
  onlyBefore: 'Only job A wrote this file.',
  onlyAfter: 'Only job B wrote this file.',
  notTwo: 'Select two jobs in the list, then choose Compare.',
} as const

export const jobs = 'Jobs'
export const results = 'Results'
export const parameters = 'Parameters'
export const log = 'Log'
export const swap = 'Swap'
export const onlyDifferences = 'Only differences'
export const parametersOfBothJobs = 'Parameters of both jobs'
export const parameter = 'Parameter'
export const comparedJobs = 'Compared jobs'
export const runOf = 'Run {number} of {count} · '
export const linesOfBothLogs = 'Lines of both logs'
