import { sql } from 'drizzle-orm'
import type pg from 'pg'

const USES_BEFORE = 10
const PREPARED_MAX = 200
const COUNTED_MAX = 2000

/**
 * Marks a statement whose best plan depends on its values, such as a filtered list. A generic plan does not depend on
 * the values, so it may scan a table where a few index entries are enough.
 */
export const CUSTOM_PLAN = sql`/* custom plan */`

/**
 * Statements that are never prepared: those that select *, several statements in one string, and statements marked with
 * `CUSTOM_PLAN`.
 */
const NEVER = /\bselect \*|\.\*|\breturning \*|;|custom plan/i

type Query = (what: unknown, values?: unknown, callback?: unknown) => unknown

/**
 * Prepares statements that are used repeatedly, on all connections of a pool, so the database parses and plans them
 * once per connection. Otherwise, parsing and planning takes longer than finding a row by key. Each connection keeps
 * its own plans, so only a limited number of statements is prepared: the first ones that become frequent.
 */
export function autoPrepare(): (client: pg.ClientBase) => void {
  const nameOf = names()
  return (client) => {
    const query = client.query.bind(client) as Query
    const prepared: Query = (what, values, callback) => query(named(what, values, nameOf), values, callback)
    client.query = prepared as pg.ClientBase['query']
  }
}

function named(what: unknown, given: unknown, nameOf: (text: string) => string | undefined): unknown {
  const query = typeof what === 'string' ? { text: what } : (what as Partial<pg.QueryConfig>)
  if (!Array.isArray(query.values ?? given) || 'submit' in query || query.name || !query.text) return what
  const name = nameOf(query.text)
  return name ? { ...query, name } : what
}

/** Counts how often each statement is used, and names those used often enough to be prepared. */
function names(): (text: string) => string | undefined {
  const uses = new Map<string, number>()
  const known = new Map<string, string>()
  return (text) => {
    const name = known.get(text)
    if (name || known.size >= PREPARED_MAX || NEVER.test(text)) return name
    const used = (uses.get(text) ?? 0) + 1
    if (uses.size >= COUNTED_MAX) uses.clear()
    uses.set(text, used)
    if (used <= USES_BEFORE) return undefined
    uses.delete(text)
    known.set(text, `auto_${known.size}`)
    return known.get(text)
  }
}
