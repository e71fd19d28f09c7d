/**
 * Returns a name that is not taken, ignoring case, and takes it. A taken name gets a number, such as `level (2)`. NUL
 * characters are left out, because names of columns cannot contain them.
 */
export function freeName(name: string, taken: Set<string>, keyOf = (one: string) => one.toLowerCase()): string {
  const clean = name.replaceAll('\0', '')
  let free = clean
  for (let n = 2; taken.has(keyOf(free)); n += 1) free = `${clean} (${n})`
  taken.add(keyOf(free))
  return free
}
