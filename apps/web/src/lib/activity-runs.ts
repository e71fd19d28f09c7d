import type { ActivityEntry } from '@millrace/contracts/activity'

const SHOWN_OF_RUN = 2

interface FoldedRun {
  shown: readonly ActivityEntry[]
  /** The ids of the hidden entries. */
  hidden: readonly string[]
}

/**
 * Collapses runs of four or more entries, except those with an entry in `opened`. So opened runs stay open when entries
 * join them.
 */
export function foldedRuns(entries: readonly ActivityEntry[], opened: ReadonlySet<string>): FoldedRun[] {
  return runsOf(entries).map((run) => {
    const isWhole = run.length < SHOWN_OF_RUN + 2 || run.some(({ id }) => opened.has(id))
    const shown = isWhole ? run : run.slice(0, SHOWN_OF_RUN)
    return { shown, hidden: run.slice(shown.length).map(({ id }) => id) }
  })
}

/** Groups consecutive entries of the same user, organization, event, browser and IP address into runs. */
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

/** Maximum time between accepting an invitation and joining the organization, which are separate entries. */
const SAME_MOMENT_MS = 60_000

/** Removes accepted invitations from entries if the entry for joining the organization is also listed. */
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
