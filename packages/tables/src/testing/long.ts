/**
 * Set by `npm run test:long`, which runs each night and before a release and covers every failpoint, all cases of large
 * matrices and the promised sizes, and repeats what depends on chance more often.
 */
export const IS_LONG = process.env.TEST_LONG === '1'

/**
 * What `npm test` skips. Such a test asserts again what another one does, which `npm test` runs: for another look, width,
 * format or list, by another way to use a page, with a very large file, or with one more fault of the same kind. Nothing that
 * guards access, and neither the usual path of a feature nor its bad input.
 */
const LONG = { name: 'long', description: 'Skipped by npm test, run by npm run test:long', skip: !IS_LONG }

/** The tags that tests may have. */
export const TAGS = [LONG]

/** All cases in `npm run test:long`, otherwise the first ones, of which each is of another kind. */
export function firstOf<Case>(count: number, cases: readonly Case[]): Case[] {
  return cases.slice(0, IS_LONG ? undefined : count)
}
