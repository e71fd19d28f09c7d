import { integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { instant } from './columns.ts'
import { apiKey } from './owners.ts'

/** Workers that sent a request in the last 30 days, at most a hundred per API key. */
export const worker = pgTable(
  'worker',
  {
    keyId: uuid('key_id')
      .notNull()
      .references(() => apiKey.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    /** Number of steps in the worker's last claim. */
    steps: integer('steps').notNull(),
    /** Network access of running steps: `none`, `allowed` or `kept`. Null if the worker has not reported it. */
    stepNetwork: text('step_network'),
    /** Time of the last request, to the minute. */
    seenAt: instant('seen_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.keyId, table.name] })],
)
