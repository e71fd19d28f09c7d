/**
 * Waits for the first line that matches. `found` resolves with the first group of the match, or with the whole match.
 * @param {RegExp} pattern
 */
export function firstLine(pattern) {
  /** @type {PromiseWithResolvers<string>} */
  const { promise, resolve } = Promise.withResolvers()
  return {
    found: promise,
    /** @param {string} line */
    see(line) {
      const match = pattern.exec(line)
      if (match) resolve(match[1] ?? match[0])
      return match !== null
    },
  }
}
