/* The texts of components/pending: labels that pages show whatever their data. */

export const plot = 'Plot'
export const against = 'against'
export const jobs = 'Jobs'
export const results = 'Results'
