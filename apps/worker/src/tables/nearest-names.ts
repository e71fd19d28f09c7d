const SHOWN = 5
const COMPARED = 64

/** Returns the names that are most similar to a misspelled name, best first. Ignores case. */
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

/** Returns the Levenshtein distance. If one name contains the other, the distance is 1. */
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
