import { integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { instant } from './columns.ts'
import { apiKey } from './owners.ts'

/** Workers that contacted the server in the last thirty days; at most a hundred names of each API key. */
export const worker = pgTable(
  'worker',
  {
    keyId: uuid('key_id')
      .notNull()
      .references(() => apiKey.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    /** The number of steps that it last claimed jobs of. */
    steps: integer('steps').notNull(),
    /** Whether its running steps reach a network: `none`, `allowed` or `kept`. Null if it has not said so. */
    stepNetwork: text('step_network'),
    /** To the minute. */
    seenAt: instant('seen_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.keyId, table.name] })],
)
