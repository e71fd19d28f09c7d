import type { ActivityEntry } from '@millrace/contracts/activity'

/** Entries in runs: one after the other, the same user did the same in the same organization. */
export function runsOf(entries: readonly ActivityEntry[]): ActivityEntry[][] {
  const runs: ActivityEntry[][] = []
  for (const entry of entries) {
    const run = runs.at(-1)
    if (run?.[0] && isSameKind(run[0], entry)) run.push(entry)
    else runs.push([entry])
  }
  return runs
}

function isSameKind(a: ActivityEntry, b: ActivityEntry): boolean {
  return (
    a.userId === b.userId &&
    a.organizationId === b.organizationId &&
    a.action === b.action &&
    a.resourceType === b.resourceType &&
    a.metadata.event === b.metadata.event
  )
}
