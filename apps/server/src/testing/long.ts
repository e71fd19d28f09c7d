/** Whether this is `npm run test:long`, which repeats what depends on chance, and sizes, more often. */
export const IS_LONG = process.env.TEST_LONG === '1'
