/**
 * Set by `npm run test:long`, which runs before a release and covers every failpoint, all cases of large matrices and the
 * promised sizes, and repeats what depends on chance more often.
 */
export const IS_LONG = process.env.TEST_LONG === '1'
