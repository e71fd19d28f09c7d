/**
 * Returns the names that a query can use for each file: the file name without its extension, `input` for the first
 * file, and `table1`, `table2` and so on. A name that is already taken or reserved is left out.
 */
export function queryNames(files: readonly string[]): string[][] {
  const taken = new Set<string>()
  return files.map((file, index) => {
    const stem = file
      .replace(/\.gz$/i, '')
      .replace(/\.[^.]*$/, '')
      .trim()
    const names = [stem, ...(index === 0 ? ['input'] : []), `table${index + 1}`]
    return names.filter((name) => {
      const key = name.toLowerCase()
      if (name === '' || RESERVED.test(name) || taken.has(key)) return false
      taken.add(key)
      return true
    })
  })
}

/** Names of the engine's own relations. */
const RESERVED = /^(table|numbered|texts|loaded)_\d+$/i
