import { boolean, text, timestamp, uuid } from 'drizzle-orm/pg-core'

/** Columns that every owned thing has. */
export const owned = {
  id: uuid('id').primaryKey(),
  ownerId: uuid('owner_id').notNull(),
  createdBy: uuid('created_by').notNull(),
  tags: text('tags').array().notNull().default([]),
  hidden: boolean('hidden').notNull().default(false),
}

export function instant(name: string) {
  return timestamp(name, { withTimezone: true, precision: 6 })
}
