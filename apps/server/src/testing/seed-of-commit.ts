import { execFileSync } from 'node:child_process'
import { IS_LONG } from '@millrace/tables/testing/long'
import fc from 'fast-check'

/**
 * Returns the options for random tests. Unless SEED is set, the seed depends on the commit, so repeated runs on one
 * commit try the same cases, and each new commit tries others. An earlier commit may have caused a failure, so the
 * message says how to reproduce the failure on any commit. In `npm run test:long`, the seed is random.
 */
export function forThisCommit<T>(numRuns: number): fc.Parameters<T> {
  const seed = process.env.SEED ? Number(process.env.SEED) : IS_LONG ? undefined : seedOfCommit()
  return { numRuns, endOnFailure: true, reporter: report, ...(seed !== undefined && { seed }) }
}

/** Returns a seed from the current commit, or 0 in a source archive, which has no commit. */
function seedOfCommit(): number {
  const options = { encoding: 'utf8', stdio: 'pipe' } as const
  try {
    return Number.parseInt(execFileSync('git', ['rev-parse', 'HEAD'], options).slice(0, 7), 16)
  } catch {
    return 0
  }
}

function report<T>(details: fc.RunDetails<T>): void {
  if (!details.failed) return
  const command = `${IS_LONG ? 'TEST_LONG=1 ' : ''}SEED=${details.seed} npx vitest run --project server random-`
  throw new Error(`${fc.defaultReportMessage(details)}\nRepeat it: ${command}`, { cause: details.errorInstance })
}
