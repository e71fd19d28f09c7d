import { randomBytes } from 'node:crypto'
import { escapeLiteral } from 'pg'

export interface Change {
  type: 'Job' | 'JobLog' | 'WorkData' | 'ProcessingStep'
  event: 'Created' | 'Changed' | 'Deleted'
  id: string
  ownerId: string
}

/** The progress of a job. Unlike a change, it does not make clients read lists again. */
export interface Progress {
  jobId: string
  ownerId: string
  value: number
}

export interface Changes {
  rows: Change[]
  progress: Progress[]
  /** Number of messages that became available, by step. */
  queues: Map<string, number>
}

/**
 * The changes of one owner: `c` as [type, event, id], `p` as [job, progress]. `r` replaces both if there are too many
 * changes; clients then read everything again.
 */
export interface OwnerChanges {
  o: string
  c?: [Change['type'], Change['event'], string][]
  p?: [string, number][]
  r?: true
}

/**
 * The payload of one NOTIFY. `i`: the id of the announcement, which all servers use as a position in the changes of an
 * owner. `c`: the changes of each owner. `q`: the number of new messages per step. `a`: the ids of users and keys whose
 * access may have ended. `e`: the executions that the workflow engine has to advance (see workflow-progress.ts). `m`:
 * whether the id becomes the position of every owner, including owners without changes.
 */
export interface Announcement {
  i?: string
  c: OwnerChanges[]
  q: [stepId: string, messages: number][]
  a?: string[]
  e?: string[]
  m?: true
}

export const CHANNEL = 'millrace'

/**
 * Maximum number of listed changes per owner. If there are more, the owner's clients refetch everything. That costs
 * more than events, but at up to 200 bytes per change, more events could exceed the limit on a stream's unread bytes
 * (event-streams.ts).
 */
export const MAX_LISTED_PER_OWNER = 400

/** PostgreSQL refuses payloads of 8,000 bytes or more. One payload holds more than a hundred changes of one owner. */
const MAX_PAYLOAD_BYTES = 7900
const MAX_QUEUES_PER_PAYLOAD = 100

export function newChanges(): Changes {
  return { rows: [], progress: [], queues: new Map() }
}

/**
 * Returns the NOTIFY statement that a server sends when it starts to record announcements. Its id becomes the position
 * of every owner.
 */
export function notifyMark(): string {
  return notify({ i: newPosition(), c: [], q: [], m: true })
}

/** Returns NOTIFY statements to run after the commit, so listeners never see uncommitted state. */
export function notifyStatements(changes: Changes): string {
  return payloadsOf(changes).map(notify).join('')
}

function notify(payload: Announcement): string {
  return `notify ${CHANNEL}, ${escapeLiteral(JSON.stringify(payload))}; `
}

function newPosition(): string {
  return randomBytes(9).toString('base64url')
}

/**
 * Packs the changes into few payloads. The changes of one owner may be split across payloads. Each payload has its own
 * position, so a client that has received only the first of them can request the rest.
 */
export function payloadsOf(changes: Changes): Announcement[] {
  const payloads: Announcement[] = []
  let room = 0
  const payloadFor = (bytes: number) => {
    if (bytes > room) {
      payloads.push({ i: newPosition(), c: [], q: [] })
      room = MAX_PAYLOAD_BYTES - JSON.stringify(payloads.at(-1)).length
    }
    room -= bytes
    return payloads.at(-1) as Announcement
  }
  for (const { o, c = [], p = [], r } of byOwner(changes)) {
    let part: OwnerChanges | undefined
    const partFor = (entry: unknown) => {
      const bytes = bytesOf(entry)
      if (part && bytes <= room) {
        room -= bytes
        return part
      }
      part = { o }
      payloadFor(bytesOf({ o, c: [], p: [] }) + bytes).c.push(part)
      return part
    }
    if (r) partFor(r).r = r
    // Progress comes before changes, because a change to a job supersedes that job's progress.
    for (const progress of p) {
      const to = partFor(progress)
      to.p ??= []
      to.p.push(progress)
    }
    for (const change of c) {
      const to = partFor(change)
      to.c ??= []
      to.c.push(change)
    }
  }
  const queues = [...changes.queues]
  for (let start = 0; start < queues.length; start += MAX_QUEUES_PER_PAYLOAD) {
    const some = queues.slice(start, start + MAX_QUEUES_PER_PAYLOAD)
    payloadFor(bytesOf(some)).q.push(...some)
  }
  return payloads
}

/** Returns the size of an entry in a list, including the comma. */
function bytesOf(entry: unknown): number {
  return JSON.stringify(entry).length + 1
}

function byOwner({ rows, progress }: Changes): OwnerChanges[] {
  const owners = new Map<string, { rows: Map<string, Change>; progress: Map<string, number> }>()
  const of = (ownerId: string) => {
    const known = owners.get(ownerId) ?? { rows: new Map(), progress: new Map() }
    owners.set(ownerId, known)
    return known
  }
  for (const row of rows) of(row.ownerId).rows.set(`${row.type} ${row.event} ${row.id}`, row)
  for (const { ownerId, jobId, value } of progress) of(ownerId).progress.set(jobId, value)
  return [...owners].map(([ownerId, owner]) => {
    if (owner.rows.size + owner.progress.size > MAX_LISTED_PER_OWNER) return { o: ownerId, r: true }
    return {
      o: ownerId,
      ...(owner.rows.size > 0 && { c: [...owner.rows.values()].map(({ type, event, id }) => [type, event, id]) }),
      ...(owner.progress.size > 0 && { p: [...owner.progress] }),
    } as OwnerChanges
  })
}
