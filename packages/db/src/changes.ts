import { escapeLiteral } from 'pg'

/** What a transaction changed, for the event stream and for waiting workers. */
export interface Change {
  type: 'Job' | 'JobLog' | 'WorkData' | 'ProcessingStep'
  event: 'Created' | 'Changed' | 'Deleted'
  id: string
  ownerId: string
}

export interface Changes {
  rows: Change[]
  queues: Set<string>
}

/**
 * One NOTIFY: `c` lists changes as [type, event, id, owner]; null stands for "too many, look again at everything". `a`
 * names people and keys whose access may have ended.
 */
export interface Announcement {
  c: [Change['type'], Change['event'], string, string][] | null
  q: string[]
  a?: string[]
}

export const CHANNEL = 'millrace'

const MOST_CHANGES = 50

export function newChanges(): Changes {
  return { rows: [], queues: new Set() }
}

/** Tells of the changes as part of the commit: one NOTIFY per transaction, below the 8 kB limit of PostgreSQL. */
export function announcing(changes: Changes): string {
  if (changes.rows.length === 0 && changes.queues.size === 0) return ''
  const payload: Announcement = { c: distinct(changes.rows), q: [...changes.queues].slice(0, MOST_CHANGES) }
  return `notify ${CHANNEL}, ${escapeLiteral(JSON.stringify(payload))}; `
}

function distinct(rows: Change[]): Announcement['c'] {
  const byKey = new Map(rows.map((row) => [`${row.type} ${row.event} ${row.id}`, row]))
  if (byKey.size > MOST_CHANGES) return null
  return [...byKey.values()].map((row) => [row.type, row.event, row.id, row.ownerId])
}
