import { pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { instant } from './columns.ts'

/**
 * The resources that requests with an Idempotency-Key created. A row is added in the transaction that creates the
 * resource, and is kept for 24 hours.
 */
export const idempotency = pgTable(
  'idempotency',
  {
    ownerId: uuid('owner_id').notNull(),
    actorId: uuid('actor_id').notNull(),
    key: text('key').notNull(),
    requestHash: text('request_hash').notNull(),
    createdId: text('created_id').notNull(),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.actorId, table.ownerId, table.key] })],
)
