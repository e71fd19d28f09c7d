/* Labels that don’t depend on the data of the page. */

export const plot = 'Plot'
export const against = 'against'
export const jobs = 'Jobs'
export const results = 'Results'
