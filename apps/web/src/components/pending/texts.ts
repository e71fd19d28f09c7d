/* The texts of components/pending: what pages say of anything that they show. */

export const plot = 'Plot'
export const against = 'against'
export const jobs = 'Jobs'
export const results = 'Results'
