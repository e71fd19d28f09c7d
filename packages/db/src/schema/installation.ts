import { pgTable, text } from 'drizzle-orm/pg-core'

/** What belongs to the installation as a whole, so that all servers on one database agree on it. */
export const installation = pgTable('installation', {
  name: text('name').primaryKey(),
  value: text('value').notNull(),
})

/** Content that a deleted row named, and that may be an orphan now. Triggers fill it, the hourly sweep empties it. */
export const orphanCandidate = pgTable('orphan_candidate', { sha256: text('sha256').primaryKey() })
