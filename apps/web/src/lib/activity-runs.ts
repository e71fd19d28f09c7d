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

/** Whoever accepts an invitation joins at the same moment. */
const SAME_MOMENT_MS = 60_000

/** The entries without the invitations that were accepted, if the entry for joining the organization is listed, too. */
export function withoutAcceptances(entries: readonly ActivityEntry[]): readonly ActivityEntry[] {
  return entries.filter((entry) => !isAcceptance(entry) || !entries.some((other) => isJoining(other, entry)))
}

function isAcceptance({ metadata: { event, to } }: ActivityEntry): boolean {
  return event === 'invitation.status' && to === 'accepted'
}

function isJoining(entry: ActivityEntry, acceptance: ActivityEntry): boolean {
  return (
    entry.metadata.event === 'member.created' &&
    entry.userId === acceptance.userId &&
    entry.organizationId === acceptance.organizationId &&
    Math.abs(Date.parse(entry.createdAt) - Date.parse(acceptance.createdAt)) < SAME_MOMENT_MS
  )
}
