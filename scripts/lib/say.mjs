/**
 * One line for one fact: the part, its state, the rest.
 * @param {string} part
 * @param {string} state
 * @param {string} [rest]
 */
export function say(part, state, rest = '') {
  process.stdout.write(`${part.padEnd(9)} ${state.padEnd(9)} ${rest}`.trimEnd().concat('\n'))
}

/** A reason to give up that a person can act on; shown without a stack. */
export class Refusal extends Error {}

/**
 * Ends the program with one line for what a person can mend, and with the whole story for everything else.
 * @param {unknown} error
 * @returns {never}
 */
export function giveUp(error) {
  const known = error instanceof Refusal || (error instanceof Error && error.name === 'EmbeddedError')
  process.stderr.write(`${known ? error.message : error instanceof Error ? error.stack : error}\n`)
  process.exit(1)
}

/** A reader that went away (`npm start | head`) is no reason to end. */
export function surviveClosedOutput() {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
}

/** @param {number} since a value of performance.now() */
export function seconds(since) {
  return `${((performance.now() - since) / 1000).toFixed(1)} s`
}
