/**
 * Keys of the tags on a sweep's jobs. `sweep` identifies the sweep. `sweep-by` names a parameter that the sweep varies.
 */
export const SWEEP_TAG = 'sweep'
export const SWEEP_BY_TAG = 'sweep-by'

/** Whether the tag belongs to a sweep. Users see a link to the sweep instead of such tags. */
export function isSweepTag(tag: string): boolean {
  return tag.startsWith(`${SWEEP_TAG}=`) || tag.startsWith(`${SWEEP_BY_TAG}=`)
}

/** Returns the parameters that a job's sweep varies, in the order of the tags. Empty for jobs without a sweep. */
export function sweptParameters(tags: readonly string[]): string[] {
  const start = `${SWEEP_BY_TAG}=`
  return tags.flatMap((tag) => (tag.startsWith(start) ? [tag.slice(start.length)] : []))
}
