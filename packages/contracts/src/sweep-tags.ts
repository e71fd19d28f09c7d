/** Tags of the jobs of a sweep: which sweep it is, and the parameters that it varies. */
export const SWEEP_TAG = 'sweep'
export const SWEEP_BY_TAG = 'sweep-by'

/** Whether a tag only connects the jobs of a sweep. People see a link to the sweep instead. */
export function isSweepTag(tag: string): boolean {
  return tag.startsWith(`${SWEEP_TAG}=`) || tag.startsWith(`${SWEEP_BY_TAG}=`)
}

/** The parameters that the sweep of a job varies, in the order of its tags. Empty for other jobs. */
export function sweptParameters(tags: readonly string[]): string[] {
  const start = `${SWEEP_BY_TAG}=`
  return tags.flatMap((tag) => (tag.startsWith(start) ? [tag.slice(start.length)] : []))
}
