import type { TableComparisonProperties } from '@millrace/contracts/previews'
import { formatCount, plural } from '#lib/format.ts'

export const COMPARISON_TEXTS = {
  failed: 'The tables could not be compared',
  same: 'Both tables have the same rows and columns.',
  sameRows: 'The columns that both tables have contain the same values.',
  noneOfKind: 'No rows of this kind.',
} as const

type Counts = Pick<TableComparisonProperties, 'Added' | 'Removed' | 'Changed' | 'Same'>

/**
 * Formats counts as `2 added, 1 changed, 99,997 rows unchanged`. Counts of zero are left out, except that of unchanged
 * rows.
 */
export function countsText({ Added, Removed, Changed, Same }: Counts): string {
  const parts = [
    [Added, 'added'],
    [Removed, 'removed'],
    [Changed, 'changed'],
  ] as const
  const words = parts.filter(([count]) => count > 0).map(([count, word]) => `${formatCount(count)} ${word}`)
  return [...words, `${plural(Same, 'row')} unchanged`].join(', ')
}
