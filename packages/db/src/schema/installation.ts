import { pgTable, text } from 'drizzle-orm/pg-core'

/** Values that all servers on one database share. */
export const installation = pgTable('installation', {
  name: text('name').primaryKey(),
  value: text('value').notNull(),
})

/** Hashes of content that may be orphaned, because a row that referred to it was deleted. */
export const orphanCandidate = pgTable('orphan_candidate', { sha256: text('sha256').primaryKey() })
