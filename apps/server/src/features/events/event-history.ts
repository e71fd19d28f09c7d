import { MAX_LISTED_PER_OWNER, type OwnerChanges } from '@millrace/db/changes'
import { SYSTEM_OWNER_ID } from '@millrace/db/system-owner'

/*
 * Stores the latest changes of each owner, so that a client that reconnects receives exactly the changes it missed (ADR
 * 031).
 *
 * PostgreSQL delivers announcements to all servers in the same order, and each announcement carries a random id. So
 * every server that was listening knows the id of an owner's latest announcement, and this id serves as a position.
 * When a server starts to record announcements, it announces a mark, which counts as a position of every owner, even of
 * owners without changes. At the start and after changes were forgotten, an id created here is the position of owners
 * without changes until the next mark. A client's cursor has two positions, its owner's and the system's, because the
 * system's public steps are visible to everyone.
 *
 * Memory is bounded: only the latest changes of each owner are kept, and the least recently used owners are forgotten.
 * A client whose cursor is no longer known reads everything again.
 */

const MAX_OWNERS = 1000
const MAX_PER_OWNER = 100

type Listed = NonNullable<OwnerChanges['c']>

interface OwnerHistory {
  /** The position preceding the first entry. */
  start: string
  /** Whether the entries include every change of the owner since this history began. */
  isComplete: boolean
  entries: { position: string; changes: Listed }[]
  /** The latest progress of running jobs. Progress has no position, because only the latest value matters. */
  progress: Map<string, number>
}

export interface Missed {
  changes: Listed
  progress: [string, number][]
}

export type EventHistory = ReturnType<typeof eventHistory>

export function eventHistory(newId: () => string) {
  const owners = new Map<string, OwnerHistory>()
  /** The valid positions of owners without changes, oldest first. */
  let origins = [newId()]

  return {
    record,
    mark,
    cursorOf: (ownerId: string) => `${positionOf(ownerId)}.${positionOf(SYSTEM_OWNER_ID)}`,
    /** Returns what a client has missed. Undefined if it has to read everything again. */
    since(ownerId: string, cursor: string): Missed | undefined {
      const [own = '', system = ''] = cursor.split('.')
      const missed = [changesSince(ownerId, own), changesSince(SYSTEM_OWNER_ID, system)]
      if (missed.includes(undefined)) return undefined
      const changes = distinct(missed.flatMap((list) => list ?? []))
      // More changes could exceed the limit on a stream's unread bytes. The stream would end before the client receives
      // a new cursor, and the client would request the same changes again.
      if (changes.length > MAX_LISTED_PER_OWNER) return undefined
      return { changes, progress: [...progressOf(ownerId)] }
    },
    /** Forgets all changes, which invalidates existing cursors. Called when announcements may have been missed. */
    forget(): void {
      owners.clear()
      origins = [newId()]
    },
  }

  /** `position` is the id of the announcement. */
  function record({ o: ownerId, c: changes = [], p: progress = [], r: tooMany }: OwnerChanges, position = newId()) {
    const history = touch(ownerId)
    for (const [jobId, value] of progress) remember(history.progress, jobId, value)
    for (const [, , id] of changes) history.progress.delete(id)
    if (tooMany) Object.assign(history, { start: position, isComplete: false, entries: [], progress: new Map() })
    else if (changes.length > 0) add(history, { position, changes })
  }

  /** Records a mark, which a server announces when it starts to record announcements, as a position of every owner. */
  function mark(position: string): void {
    for (const history of owners.values()) add(history, { position, changes: [] })
    origins = [...origins, position].slice(-MAX_PER_OWNER)
  }

  function add(history: OwnerHistory, entry: OwnerHistory['entries'][number]): void {
    history.entries.push(entry)
    if (history.entries.length <= MAX_PER_OWNER) return
    history.start = history.entries.shift()?.position ?? history.start
    history.isComplete = false
  }

  function remember(progress: Map<string, number>, jobId: string, value: number): void {
    progress.delete(jobId)
    progress.set(jobId, value)
    if (progress.size > MAX_PER_OWNER) progress.delete(progress.keys().next().value ?? '')
  }

  /**
   * Marks the history as the most recently used. Evicting a history replaces all origins, which invalidates the cursors
   * of the evicted history and of owners without changes.
   */
  function touch(ownerId: string): OwnerHistory {
    const history = owners.get(ownerId) ?? newOwnerHistory()
    owners.delete(ownerId)
    owners.set(ownerId, history)
    const [quietest] = owners.keys()
    if (owners.size > MAX_OWNERS && quietest !== undefined) {
      owners.delete(quietest)
      origins = [newId()]
    }
    return history
  }

  function positionOf(ownerId: string): string {
    const { start, entries } = owners.get(ownerId) ?? newOwnerHistory()
    return entries.at(-1)?.position ?? start
  }

  function newOwnerHistory(): OwnerHistory {
    return { start: origins.at(-1) ?? '', isComplete: true, entries: [], progress: new Map() }
  }

  function changesSince(ownerId: string, position: string): Listed | undefined {
    const { start, isComplete, entries } = owners.get(ownerId) ?? newOwnerHistory()
    const at = entries.findIndex((entry) => entry.position === position)
    if (at < 0 && position !== start && !(isComplete && origins.includes(position))) return undefined
    return entries.slice(at + 1).flatMap(({ changes }) => changes)
  }

  function progressOf(ownerId: string): Iterable<[string, number]> {
    return owners.get(ownerId)?.progress ?? []
  }
}

/** Returns each distinct change once, at the position of its last occurrence. */
function distinct(changes: Listed): Listed {
  const latest = new Map<string, Listed[number]>()
  for (const change of changes) {
    const [type, event, id] = change
    latest.delete(`${type} ${event} ${id}`)
    latest.set(`${type} ${event} ${id}`, change)
  }
  return [...latest.values()]
}
