/**
 * Prints one line: a part of the product, its state, and details.
 * @param {string} part
 * @param {string} state
 * @param {string} [rest]
 */
export function say(part, state, rest = '') {
  process.stdout.write(`${part.padEnd(9)} ${state.padEnd(10)} ${rest}`.trimEnd().concat('\n'))
}

/** An expected failure that the operator can fix. Shown without a stack trace. */
export class Refusal extends Error {}

/**
 * Prints the message of a Refusal, or the stack trace of any other error, and exits.
 * @param {unknown} error
 * @returns {never}
 */
export function giveUp(error) {
  const known = error instanceof Refusal || (error instanceof Error && error.name === 'EmbeddedError')
  process.stderr.write(`${known ? error.message : error instanceof Error ? error.stack : error}\n`)
  process.exit(1)
}

/** Keeps the product running after the output pipe is closed, as by `npm start | head`. */
export function surviveClosedOutput() {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
}

/** @param {number} since a value of performance.now() */
export function seconds(since) {
  return `${((performance.now() - since) / 1000).toFixed(1)} s`
}
