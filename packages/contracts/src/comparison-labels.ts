import type { RowComparison } from './previews.ts'

/** Labels of comparisons, as in “level_cm at least 300”. The step *Filter rows and columns* has the same labels. */
export const COMPARISON_LABELS = {
  Equals: 'equals',
  Differs: 'differs',
  MoreThan: 'more than',
  AtLeast: 'at least',
  LessThan: 'less than',
  AtMost: 'at most',
  Between: 'between',
  OneOf: 'one of',
  Contains: 'contains',
  StartsWith: 'starts with',
  EndsWith: 'ends with',
  IsEmpty: 'is empty',
  IsNotEmpty: 'is not empty',
} as const satisfies Record<RowComparison, string>
