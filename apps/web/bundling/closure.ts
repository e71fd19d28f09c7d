/** Returns everything that can be reached from the roots. */
export function closure<T>(roots: Iterable<T>, nextOf: (one: T) => Iterable<T>): Set<T> {
  const found = new Set(roots)
  // A set also iterates over what is added meanwhile.
  for (const one of found) for (const next of nextOf(one)) found.add(next)
  return found
}
