import type { ExecutionProperties } from '@millrace/contracts/executions'
import { formatCount, plural } from '#lib/format.ts'

/** Returns text such as “3 of 7 steps done, 1 failed”. */
export function doneText({
  Completed = 0,
  Failed = 0,
  Skipped = 0,
  ...open
}: ExecutionProperties['NodeCounts']): string {
  const total = Object.values(open).reduce((sum, count) => sum + count, Completed + Failed + Skipped)
  const failed = Failed > 0 ? `, ${formatCount(Failed)} failed` : ''
  const skipped = Skipped > 0 ? `, ${formatCount(Skipped)} skipped` : ''
  return `${formatCount(Completed)} of ${plural(total, 'step')} done${failed}${skipped}`
}
