/* The texts of components/sweep. */

export const numbersHelp = 'A list, a range, or both, separated by commas.'
export const textsHelp = 'A list, separated by commas. Put a value with a comma in quotes.'
export const stopSweeping = 'Stop sweeping'
export const sweptParameter = 'Swept parameter'
export const sweepAParameter = 'Sweep a parameter'
export const sweepASecondParameter = 'Sweep a second parameter'
export const sweep = 'Sweep'
export const tooManyJobs = 'These values make {jobs} jobs. A sweep can start up to {most}. Enter fewer values.'
