import type { OwnerChanges } from '@millrace/db/changes'
import { SYSTEM_OWNER_ID } from '@millrace/db/system-owner'

/*
 * The latest changes of each owner, so that a client which reconnects gets what it missed and nothing else (ADR 031).
 *
 * PostgreSQL delivers announcements to all servers in the order of their commits, and each carries a random id. So the id
 * of an owner's latest announcement is a position that every server understands, provided it was listening at the time.
 * Before the first announcement of an owner the position is the id of this history. A client's cursor has two positions:
 * its owner's and the system's, whose public steps everybody sees.
 *
 * Memory is bounded: the oldest changes of an owner and the owner who was quiet longest go first. A cursor that is no
 * longer known yields undefined, and its client reads everything again.
 */

const MAX_OWNERS = 1000
const MAX_PER_OWNER = 100

type Listed = NonNullable<OwnerChanges['c']>

interface OwnerHistory {
  /** The position before the first entry. */
  start: string
  entries: { position: string; changes: Listed }[]
  /** The latest progress of running jobs; it has no position, since only the latest value counts. */
  progress: Map<string, number>
}

/** What a client missed. */
export interface Missed {
  changes: Listed
  progress: [string, number][]
}

export type EventHistory = ReturnType<typeof eventHistory>

export function eventHistory(newId: () => string) {
  const owners = new Map<string, OwnerHistory>()
  let origin = newId()

  return {
    record,
    cursorOf: (ownerId: string) => `${positionOf(ownerId)}.${positionOf(SYSTEM_OWNER_ID)}`,
    since(ownerId: string, cursor: string): Missed | undefined {
      const [own = '', system = ''] = cursor.split('.')
      const missed = [changesSince(ownerId, own), changesSince(SYSTEM_OWNER_ID, system)]
      if (missed.includes(undefined)) return undefined
      return { changes: distinct(missed.flatMap((list) => list ?? [])), progress: [...progressOf(ownerId)] }
    },
    /** Announcements may have been missed: no cursor given out so far can be continued. */
    forget(): void {
      owners.clear()
      origin = newId()
    },
  }

  /** Keeps one owner's part of an announcement. `position` is the id of the announcement. */
  function record({ o: ownerId, c: changes = [], p: progress = [], r: tooMany }: OwnerChanges, position = newId()) {
    const history = touch(ownerId)
    for (const [jobId, value] of progress) remember(history.progress, jobId, value)
    for (const [, , id] of changes) history.progress.delete(id)
    if (tooMany) Object.assign(history, { start: position, entries: [], progress: new Map() })
    else if (changes.length > 0) history.entries.push({ position, changes })
    while (history.entries.length > MAX_PER_OWNER) history.start = history.entries.shift()?.position ?? history.start
  }

  function remember(progress: Map<string, number>, jobId: string, value: number): void {
    progress.delete(jobId)
    progress.set(jobId, value)
    if (progress.size > MAX_PER_OWNER) progress.delete(progress.keys().next().value ?? '')
  }

  /** The owner's history, as the most recently used one. A new origin makes cursors of a dropped history unknown. */
  function touch(ownerId: string): OwnerHistory {
    const history = owners.get(ownerId) ?? { start: origin, entries: [], progress: new Map() }
    owners.delete(ownerId)
    owners.set(ownerId, history)
    const [quietest] = owners.keys()
    if (owners.size > MAX_OWNERS && quietest !== undefined) {
      owners.delete(quietest)
      origin = newId()
    }
    return history
  }

  function positionOf(ownerId: string): string {
    const history = owners.get(ownerId)
    return history?.entries.at(-1)?.position ?? history?.start ?? origin
  }

  function changesSince(ownerId: string, position: string): Listed | undefined {
    const { start, entries } = owners.get(ownerId) ?? { start: origin, entries: [] }
    if (position === start) return entries.flatMap(({ changes }) => changes)
    const at = entries.findIndex((entry) => entry.position === position)
    return at < 0 ? undefined : entries.slice(at + 1).flatMap(({ changes }) => changes)
  }

  function progressOf(ownerId: string): Iterable<[string, number]> {
    return owners.get(ownerId)?.progress ?? []
  }
}

/** A resource that changed several times is listed once, where it changed last. */
function distinct(changes: Listed): Listed {
  const latest = new Map<string, Listed[number]>()
  for (const change of changes) {
    const [type, event, id] = change
    latest.delete(`${type} ${event} ${id}`)
    latest.set(`${type} ${event} ${id}`, change)
  }
  return [...latest.values()]
}
