const SHOWN = 5
/** Longer names are compared by their first characters. */
const COMPARED = 64

/** The names that are most like a misspelled one, best first, ignoring case. */
export function nearestNames(wanted: string, names: readonly string[]): string[] {
  const misspelled = comparable(wanted)
  return names
    .map((name) => ({ name, edits: editsBetween(misspelled, comparable(name)) }))
    .toSorted((a, b) => a.edits - b.edits)
    .slice(0, SHOWN)
    .map(({ name }) => name)
}

function comparable(name: string): string {
  return name.trim().toLowerCase().slice(0, COMPARED)
}

/** The Levenshtein distance, except that letters added around a whole name count as little as one edit. */
function editsBetween(a: string, b: string): number {
  if (a !== '' && b !== '' && (a.includes(b) || b.includes(a))) return 1
  let row = Array.from({ length: b.length + 1 }, (_, at) => at)
  for (const [i, left] of [...a].entries()) {
    const next = [i + 1]
    for (let j = 0; j < b.length; j++) {
      const replaced = (row[j] ?? 0) + (left === b[j] ? 0 : 1)
      next.push(Math.min(replaced, (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1))
    }
    row = next
  }
  return row.at(-1) ?? 0
}
