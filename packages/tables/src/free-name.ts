/** Returns a name that is not taken, ignoring case, and takes it. A taken name gets a number, such as `level (2)`. */
export function freeName(name: string, taken: Set<string>, keyOf = (one: string) => one.toLowerCase()): string {
  let free = name
  for (let n = 2; taken.has(keyOf(free)); n += 1) free = `${name} (${n})`
  taken.add(keyOf(free))
  return free
}
