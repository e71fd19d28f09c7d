import type { CleanReport } from './clean-report.ts'

/** The changes of a cleaning report, as users read them. */
export function sentences({ changes }: CleanReport): string[] {
  return changes.map(({ sentence }) => sentence)
}
