/**
 * The length of a recording in seconds; undefined while it is loaded, null if the file doesn't say it: recorders that
 * were interrupted, and streams, leave it out. The decoded wave, if there is one, has it nevertheless.
 */
export function lengthOf(duration: number | undefined, decoded: number | undefined): number | null | undefined {
  if (duration === undefined) return undefined
  return Number.isFinite(duration) ? duration : (decoded ?? null)
}
