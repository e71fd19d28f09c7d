import type { ActivityEntry } from '@millrace/contracts/activity'

/** How many entries of a run are shown before it is opened. */
const SHOWN_OF_RUN = 2

interface FoldedRun {
  shown: readonly ActivityEntry[]
  /** The ids of the others. */
  hidden: readonly string[]
}

/**
 * The runs, folded but for those with an opened entry: a run that was opened stays open when newer or older entries join
 * it.
 */
export function foldedRuns(entries: readonly ActivityEntry[], opened: ReadonlySet<string>): FoldedRun[] {
  return runsOf(entries).map((run) => {
    const isWhole = run.length < SHOWN_OF_RUN + 2 || run.some(({ id }) => opened.has(id))
    const shown = isWhole ? run : run.slice(0, SHOWN_OF_RUN)
    return { shown, hidden: run.slice(shown.length).map(({ id }) => id) }
  })
}

/** Entries in runs: one after the other, the same user did the same in the same organization, and signed in from one place. */
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
    a.metadata.event === b.metadata.event &&
    a.metadata.userAgent === b.metadata.userAgent &&
    a.metadata.ipAddress === b.metadata.ipAddress
  )
}
