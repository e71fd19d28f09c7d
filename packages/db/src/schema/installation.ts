import { pgTable, text } from 'drizzle-orm/pg-core'

/** What belongs to the installation as a whole, so that all servers on one database agree on it. */
export const installation = pgTable('installation', {
  name: text('name').primaryKey(),
  value: text('value').notNull(),
})
