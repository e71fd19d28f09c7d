/** Returns everything that can be reached from the roots. */
export function closure<T>(roots: Iterable<T>, nextOf: (one: T) => Iterable<T>): Set<T> {
  const found = new Set(roots)
  // The loop also visits what is added to the set while it runs.
  for (const one of found) for (const next of nextOf(one)) found.add(next)
  return found
}
