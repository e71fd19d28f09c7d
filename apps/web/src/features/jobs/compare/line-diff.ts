/**
 * A pair of lines that are shown side by side. `before` or `after` is undefined if that text has no corresponding line.
 */
export interface LinePair {
  before: string | undefined
  after: string | undefined
}

/**
 * Maximum size of the alignment table, which grows with the product of both lengths. Beyond this, texts are aligned
 * only at their common start and end.
 */
const CELLS_MAX = 4_000_000

/** Aligns two texts line by line, so that equal lines are shown side by side. */
export function alignLines(before: readonly string[], after: readonly string[]): LinePair[] {
  let start = 0
  while (start < before.length && start < after.length && before[start] === after[start]) start += 1
  let end = 0
  const shorter = Math.min(before.length, after.length) - start
  while (end < shorter && before.at(-1 - end) === after.at(-1 - end)) end += 1
  const same = (lines: readonly string[]) => lines.map((line) => ({ before: line, after: line }))
  return [
    ...same(before.slice(0, start)),
    ...sideBySide(middle(before.slice(start, before.length - end), after.slice(start, after.length - end))),
    ...same(before.slice(before.length - end)),
  ]
}

/** Aligns lines by their longest common subsequence. */
function middle(before: readonly string[], after: readonly string[]): LinePair[] {
  if (before.length * after.length > CELLS_MAX) return [...removed(before), ...added(after)]
  const width = after.length + 1
  const common = new Uint32Array((before.length + 1) * width)
  const at = (row: number, column: number) => common[row * width + column] ?? 0
  for (let row = before.length - 1; row >= 0; row -= 1) {
    for (let column = after.length - 1; column >= 0; column -= 1) {
      common[row * width + column] =
        before[row] === after[column] ? at(row + 1, column + 1) + 1 : Math.max(at(row + 1, column), at(row, column + 1))
    }
  }
  const pairs: LinePair[] = []
  let [row, column] = [0, 0]
  while (row < before.length && column < after.length) {
    if (before[row] === after[column]) {
      pairs.push({ before: before[row], after: after[column] })
      row += 1
      column += 1
    } else if (at(row + 1, column) >= at(row, column + 1)) {
      pairs.push(...removed(before.slice(row, row + 1)))
      row += 1
    } else {
      pairs.push(...added(after.slice(column, column + 1)))
      column += 1
    }
  }
  return [...pairs, ...removed(before.slice(row)), ...added(after.slice(column))]
}

/** Pairs removed lines with the added lines that follow or precede them. */
function sideBySide(pairs: readonly LinePair[]): LinePair[] {
  const result: LinePair[] = []
  let [left, right]: [string[], string[]] = [[], []]
  const flush = () => {
    const rows = Math.max(left.length, right.length)
    for (let row = 0; row < rows; row += 1) result.push({ before: left[row], after: right[row] })
    left = []
    right = []
  }
  for (const pair of pairs) {
    if (pair.before !== undefined && pair.after !== undefined) {
      flush()
      result.push(pair)
    } else if (pair.before !== undefined) left.push(pair.before)
    else if (pair.after !== undefined) right.push(pair.after)
  }
  flush()
  return result
}

const removed = (lines: readonly string[]) => lines.map((line) => ({ before: line, after: undefined }))
const added = (lines: readonly string[]) => lines.map((line) => ({ before: undefined, after: line }))
