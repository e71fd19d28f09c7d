/**
 * Set by `npm run test:long`, which maintainers run every night and before a release. The long run covers every
 * failpoint, the cases that `firstOf` leaves out and larger files. Tests that depend on chance are repeated more often
 * than in `npm test`.
 */
export const IS_LONG = process.env.TEST_LONG === '1'

/**
 * Marks a test that `npm test` skips. Such a test is a variation of a test that `npm test` runs: with another
 * appearance, width, format or list, another way of using a page, a very large file, or another fault of the same kind.
 * Tests of access control are never skipped, nor are tests of the usual path of a feature or its invalid input.
 */
const LONG = { name: 'long', description: 'Skipped by npm test, run by npm run test:long', skip: !IS_LONG }

export const TAGS = [LONG]

/** Returns all cases in `npm run test:long`, otherwise the first `count` cases, which should differ in kind. */
export function firstOf<Case>(count: number, cases: readonly Case[]): Case[] {
  return cases.slice(0, IS_LONG ? undefined : count)
}
