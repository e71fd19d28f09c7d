/**
 * Returns the length of a recording in seconds. Streams and interrupted recordings don't store their length, so the
 * length of the decoded audio is used instead, or null if there is none. Undefined while the recording is loading.
 */
export function lengthOf(duration: number | undefined, decoded: number | undefined): number | null | undefined {
  if (duration === undefined) return undefined
  return Number.isFinite(duration) ? duration : (decoded ?? null)
}
