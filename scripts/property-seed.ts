import fc from 'fast-check'

/**
 * Property tests try the same cases in every run, so that no change fails because of an older fault that a random case
 * happens to find. `npm run test:long` tries new cases.
 */
const SEED = 20_261_122

if (process.env.TEST_LONG !== '1') fc.configureGlobal({ seed: SEED })
