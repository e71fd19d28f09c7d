/**
 * Returns the length of a recording in seconds. Undefined while the recording is loading, null if the length is
 * unknown: streams and interrupted recordings don't store it. In that case, the length of the decoded audio is used if
 * there is one.
 */
export function lengthOf(duration: number | undefined, decoded: number | undefined): number | null | undefined {
  if (duration === undefined) return undefined
  return Number.isFinite(duration) ? duration : (decoded ?? null)
}
